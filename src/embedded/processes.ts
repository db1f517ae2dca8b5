import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGQUIT' | 'SIGKILL'

/** Whether a process runs. One that ended and waits for its parent (a zombie) does not: in a container nobody may come for it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as somebody else
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** When a process began, in a form that tells it from a later one with the same number; undefined where /proc is missing. */
export const beginningOf = (pid: number): string | undefined => statOf(pid)?.beginning

/** The command line, to recognise our own servers before a signal is sent. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
}

/** True when it is gone within the time. */
export async function goneWithin(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; isRunning(pid); await pause(20)) if (Date.now() > end) return false
  return true
}

/** Ends a server that a killed run left behind: politely, then not. */
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
 * Sends the signal to `pid` when this process is gone, however it went: the shell waits at a pipe that only we hold open.
 * Returns what calls it off.
 */
export function endWithUs(pid: number, signal: Signal): () => void {
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
    // the command in parentheses may hold anything, spaces and parentheses too
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', beginning: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
