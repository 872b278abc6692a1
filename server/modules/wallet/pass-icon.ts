import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Merchant } from '#server/merchants/merchant.ts'

type PassIcon = { name: string; content: Uint8Array }

/** Files in a merchant's pictures folder that can be its icon, the best for a pass first. */
const names = ['icon-512.png', 'apple-touch-icon-180.png', 'icon-192.png']

/** By merchant object: a new import creates a new one (server/merchants/merchant.ts). */
const read = new WeakMap<Merchant, { icon: PassIcon | undefined }>()

/** A merchant's icon, from its pictures folder; undefined where it has none. */
export function findPassIcon(merchantsDir: string, merchant: Merchant): PassIcon | undefined {
  const kept = read.get(merchant) ?? { icon: readIcon(join(merchantsDir, merchant.label, 'pictures')) }
  read.set(merchant, kept)
  return kept.icon
}

function readIcon(folder: string): PassIcon | undefined {
  const name = names.find((one) => existsSync(join(folder, one)))
  return name === undefined ? undefined : { name, content: readFileSync(join(folder, name)) }
}
