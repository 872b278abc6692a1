import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Merchant } from '#server/merchants/merchant.ts'

type PassIcon = { name: string; content: Uint8Array }

/** The pictures of a merchant that are its icon, the best for a pass first. */
const names = ['icon-512.png', 'apple-touch-icon-180.png', 'icon-192.png']

/** By merchant: one that was imported anew is another object (server/merchants/merchant.ts). */
const read = new WeakMap<Merchant, { icon: PassIcon | undefined }>()

/** A merchant's icon, of its pictures folder; undefined where it has none. */
export function findPassIcon(merchantsDir: string, merchant: Merchant): PassIcon | undefined {
  const kept = read.get(merchant) ?? { icon: readIcon(join(merchantsDir, merchant.label, 'pictures')) }
  read.set(merchant, kept)
  return kept.icon
}

function readIcon(folder: string): PassIcon | undefined {
  const name = names.find((one) => existsSync(join(folder, one)))
  return name === undefined ? undefined : { name, content: readFileSync(join(folder, name)) }
}
