import { fdatasyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type NodeStream = { nfd: number }
type InitArguments = Parameters<NodeFS['init']>
type Attributes = { mode?: number }
/** The part of the engine's module that holds the file operations; PGlite's types do not declare it. */
type ModuleWithNodeFs = {
  NODEFS: {
    stream_ops: { fsync?: (stream: NodeStream) => number }
    node_ops: {
      mknod(parent: unknown, name: string, mode: number, device: unknown): unknown
      setattr(node: unknown, attributes: Attributes): unknown
    }
  }
}

/**
 * PGlite's folder file system with an fsync that reaches the disk. Stock PGlite starts with `-F` and its NodeFS has no fsync at all: a power failure could lose
 * an acknowledged order. With this and `durableStartParams` every commit is on the disk before it is answered. Its files are for its user only: PGlite knows no
 * umask and makes its files readable and writable for everybody.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options)
    const prepare = (module: unknown): void => {
      const { NODEFS } = module as ModuleWithNodeFs
      NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd)
        return 0
      }
      keepPrivate(NODEFS.node_ops)
    }
    return {
      emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), prepare] },
    }
  }
}

const ownersOnly = (mode: number): number => mode & ~0o077

function keepPrivate(operations: ModuleWithNodeFs['NODEFS']['node_ops']): void {
  const { mknod, setattr } = operations
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, ownersOnly(mode), device)
  operations.setattr = (node, attributes) =>
    setattr(
      node,
      attributes.mode === undefined ? attributes : { ...attributes, mode: ownersOnly(attributes.mode) },
    )
}

/** A small buffer pool: 290 MB → 183 MB of memory, and a fifth of a second less to open. */
export const smallBuffers = ['-c', 'shared_buffers=16MB'] as const

/** PGlite's start parameters without `-F`, syncing by fsync, with a small buffer pool. */
export const durableStartParams = (defaults: readonly string[]): string[] => [
  ...defaults.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...smallBuffers,
]
