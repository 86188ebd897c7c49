import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIB = 2 ** 20

/** A small separate file system, which only root can mount. */
export async function mountVolume(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-volume-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0777', 'tmpfs', folder])
  opened.defer(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Writes until the disk is full. */
export async function fill(file: string): Promise<void> {
  for (const size of [MIB, MIB / 64, 1024])
    for (let isFull = false; !isFull; )
      await writeFile(file, Buffer.alloc(size, 1), { flag: 'a' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
        isFull = true
      })
}
