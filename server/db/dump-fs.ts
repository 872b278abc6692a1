import { readFileSync } from 'node:fs'
import { MemoryFS } from '@electric-sql/pglite'

type InitArguments = Parameters<MemoryFS['init']>
type FileNode = { contents: Uint8Array; usedBytes: number }
type FolderNode = {
  node_ops: { mknod(parent: FolderNode, name: string, mode: number, device: number): FileNode }
}
/** The part of the engine's module that holds its files; PGlite's types do not declare all of it. */
type ModuleWithFiles = {
  FS: {
    mkdirTree(path: string, mode: number): void
    lookupPath(path: string): { node: FolderNode }
  }
}

/** PGlite's database folder. */
const dataFolder = '/pglite/data'
const ownersFile = 0o100_600
const ownersFolder = 0o700
const blockBytes = 512

type Entry = { path: string; isFolder: boolean; contents: Uint8Array }

/**
 * A database in memory that starts from a dump (`EmbeddedOptions.dumpFile`). PGlite's own way copies each file three times and resolves its path from the root:
 * half a second of CPU for an empty database. Here the files are slices of the dump. The file is read when the engine starts; throws when it cannot be.
 */
export class DumpFs extends MemoryFS {
  readonly #file: string

  constructor(file: string) {
    super()
    this.#file = file
  }

  override async init(...[pg, options]: InitArguments): ReturnType<MemoryFS['init']> {
    const made = await super.init(pg, options)
    const fill = (module: unknown): void => fillFrom(readFileSync(this.#file), module as ModuleWithFiles)
    return {
      emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), fill] },
    }
  }
}

function fillFrom(dump: Buffer, { FS }: ModuleWithFiles): void {
  const folders = new Map<string, FolderNode>()
  const folderAt = (path: string): FolderNode => {
    let node = folders.get(path)
    if (!node) {
      FS.mkdirTree(path, ownersFolder)
      node = FS.lookupPath(path).node
      folders.set(path, node)
    }
    return node
  }
  for (const { path, isFolder, contents } of entriesOf(dump)) {
    if (isFolder) {
      folderAt(path)
      continue
    }
    const cut = path.lastIndexOf('/')
    const folder = folderAt(path.slice(0, cut))
    // A file that grows gets memory of its own; until then its writes go to this slice, which only this engine uses.
    Object.assign(folder.node_ops.mknod(folder, path.slice(cut + 1), ownersFile, 0), {
      contents,
      usedBytes: contents.length,
    })
  }
}

/** The entries of PGlite's dump (a tar). */
function* entriesOf(tar: Buffer): Generator<Entry> {
  const text = (at: number, length: number): string =>
    tar.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    const prefix = text(at + 345, 155)
    const path = `${dataFolder}/${prefix}/${text(at, 100)}`.replaceAll(/\/+/g, '/').replace(/\/$/, '')
    const begin = at + blockBytes
    yield { path, isFolder: text(at + 156, 1) === '5', contents: tar.subarray(begin, begin + size) }
    at = begin + Math.ceil(size / blockBytes) * blockBytes
  }
}
