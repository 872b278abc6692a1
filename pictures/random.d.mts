export interface Random {
  seed(): number
  fork(): Random
}
export function random(seed: number): Random
