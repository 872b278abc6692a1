export const planted: readonly { name: string; file: string; find: string; replace: string }[]
