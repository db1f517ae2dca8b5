import type { Log } from '../log.ts'

/** Parts to close, in the reverse of the order in which they were opened, since later parts use earlier ones. */
export interface Closing {
  /** `name` is for the log, when a part does not end in time */
  add(name: string, close: () => unknown): void
  /** Closes everything once; a part that fails or is late does not stop the others. */
  close(): Promise<void>
}

export function openClosing(log: Log, patienceMs: number): Closing {
  const parts: { name: string; close: () => unknown }[] = []
  let closed: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { name, close } = part
      try {
        if (!(await inTime(close, patienceMs))) log.warn({ part: name }, 'did not end in time')
      } catch (error) {
        log.warn({ part: name, err: error }, 'did not end cleanly')
      }
    }
  }

  return {
    add: (name, close) => void parts.push({ name, close }),
    close: () => (closed ??= closeAll()),
  }
}

async function inTime(work: () => unknown, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([Promise.resolve(work()).then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
