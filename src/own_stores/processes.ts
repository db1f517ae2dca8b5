import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGQUIT' | 'SIGKILL'

/** Whether a process runs. A zombie does not count: in a container it may never be reaped. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** Start time of a process, which tells it from a later one with the same pid; undefined without /proc. */
export const beginningOf = (pid: number): string | undefined => statOf(pid)?.beginning

/** Returns the command line, to recognise a server of ours before it is sent a signal. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
}

/** Resolves to true when the process ends in time. */
export async function goneWithin(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; isRunning(pid); await pause(20)) if (Date.now() > end) return false
  return true
}

/** Ends a server that a killed run left behind, with increasingly forceful signals. */
export async function endOrphan(pid: number, signals: readonly Signal[]): Promise<void> {
  for (const signal of signals) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await goneWithin(pid, 15_000)) return
  }
}

/**
 * Sends the signal to `pid` when this process ends in any way: a shell waits on a pipe that only this process holds
 * open. Returns the function that cancels it.
 */
export function killWithParent(pid: number, signal: Signal): () => void {
  const watcher: ChildProcess = spawn('/bin/sh', ['-c', `read -r _; kill -s ${signal.slice(3)} ${pid}`], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  const pipe = watcher.stdin as NonNullable<typeof watcher.stdin> & { unref?: () => void }
  pipe.on('error', () => undefined)
  pipe.unref?.()
  return () => watcher.kill('SIGKILL')
}

function statOf(pid: number): { state: string; beginning: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the command in parentheses may itself contain spaces and parentheses
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', beginning: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
