/** An id may have a hundred characters; the rest is room for a number at the end. */
const longest = 90

/** A name as an external id that is not in `taken`: "Crème brûlée" becomes `creme-brulee`. */
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
