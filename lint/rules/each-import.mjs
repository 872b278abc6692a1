/** Visitors that call `visit` for every reference to another module: imports, re-exports, `import()`, and types by `import('…')`. */
export function eachImport(visit) {
  const declared = (node) =>
    node.source && visit({ node: node.source, text: node.source.value, typesOnly: isTypesOnly(node) })
  return {
    ImportDeclaration: declared,
    ExportNamedDeclaration: declared,
    ExportAllDeclaration: declared,
    ImportExpression(node) {
      if (typeof node.source.value === 'string')
        visit({ node: node.source, text: node.source.value, typesOnly: false })
    },
    TSImportType(node) {
      const source = node.source ?? node.argument?.literal ?? node.argument
      if (typeof source?.value === 'string') visit({ node: source, text: source.value, typesOnly: true })
    },
  }
}

function isTypesOnly(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers = node.specifiers ?? []
  return (
    specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  )
}
