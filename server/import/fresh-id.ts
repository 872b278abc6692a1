/** Of a hundred characters that an id may have, some are for the number behind it. */
const longest = 90

/** A name as an external id that is not taken yet: "Crème brûlée" is `creme-brulee`. */
export function freshId(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')
  const base = plain === '' ? 'no-name' : plain
  let id = base
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`
  taken.add(id)
  return id
}
