import './bare-platform.ts'

const { main } = await import('./command.ts')
await main(process.argv.slice(2))
// The engine would keep the process alive.
process.exit()
