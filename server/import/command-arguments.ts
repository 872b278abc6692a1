/** An order's id may begin with a hyphen, or with two. */
const option = /^--[a-z][a-z-]*(?:=.*)?$/

/**
 * The first argument that a command does not take, by how it is called: `import-menu <label> <file> [--leave-out]`, where `…` stands for any number more. What
 * it ignored would look done.
 */
export function findUnexpectedArgument(use: string, args: readonly string[]): string | undefined {
  const taken = use.split(' ').slice(1)
  const options = taken.flatMap((one) => /^\[(--[a-z-]+)\]$/.exec(one)?.[1] ?? [])
  const unknown = args.find((arg) => option.test(arg) && !options.includes(arg))
  if (unknown !== undefined || use.endsWith('…')) return unknown
  return args.filter((arg) => !options.includes(arg))[taken.length - options.length]
}
