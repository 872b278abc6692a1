import { buttonRecipe, inputRecipe, type Recipe, type Style } from './recipes.ts'
import { fontSize, space } from './tokens.ts'

/**
 * The theme as plain CSS, generated when the portal is built: custom properties for the scales, and a class for every recipe (`.button`, `.button--second`).
 * The launch is styled with these only.
 */
export function staticThemeCss(): string {
  const variables = [
    ...Object.entries(space).map(([step, value]) => `--space-${step}:${value}`),
    ...Object.entries(fontSize).map(([step, value]) => `--type-${step}:${value}`),
  ]
  return [`:root{${variables.join(';')}}`, compileRecipe(buttonRecipe), compileRecipe(inputRecipe)].join('\n')
}

/** One recipe as CSS: its base under its class, each variant under `class--variant`. */
function compileRecipe(recipe: Recipe): string {
  const rules = [compileStyle(`.${recipe.className}`, recipe.base)]
  for (const options of Object.values(recipe.variants)) {
    for (const [option, style] of Object.entries(options))
      rules.push(compileStyle(`.${recipe.className}--${option}`, style))
  }
  return rules.filter((rule) => rule !== '').join('\n')
}

function compileStyle(selector: string, style: Style): string {
  const own: string[] = []
  const nested: string[] = []
  for (const [name, value] of Object.entries(style)) {
    if (typeof value === 'object' && name.startsWith('@'))
      nested.push(`${name}{${compileStyle(selector, value)}}`)
    else if (typeof value === 'object') nested.push(compileStyle(name.replaceAll('&', selector), value))
    else own.push(`${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
  }
  return [own.length > 0 ? `${selector}{${own.join(';')}}` : '', ...nested]
    .filter((rule) => rule !== '')
    .join('\n')
}
