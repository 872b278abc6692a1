import { fdatasyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type NodeStream = { nfd: number }
type InitArguments = Parameters<NodeFS['init']>
/** The part of the engine's module that holds the file operations; PGlite's own types do not name it. */
type ModuleWithNodeFs = { NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } } }

/**
 * PGlite's folder file system with an fsync that reaches the disk. Stock PGlite starts with `-F` and its NodeFS has no fsync at all:
 * an acknowledged order could be lost with the power. With this and `durableStartParams` every commit is on the disk before it is answered.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options)
    const syncing = (module: unknown): void => {
      ;(module as ModuleWithNodeFs).NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), syncing] } }
  }
}

/** PGlite's start parameters without `-F`, syncing by fsync, with a small buffer pool (290 MB → 183 MB of memory). */
export const durableStartParams = (defaults: readonly string[]): string[] => [
  ...defaults.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]
