// Imported first by every command, for a clear message instead of a stack trace about syntax that an old Node does not know.
const needed = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Larder needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}. Get a newer one at https://nodejs.org.`,
  )
  process.exit(1)
}
