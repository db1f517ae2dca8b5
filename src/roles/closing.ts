import { inTime, late } from '../in_time.ts'
import type { Log } from '../log.ts'

/** Parts to close, in the reverse of the order in which they were opened, since later parts use earlier ones. */
export interface Closing {
  /** `name` is for the log, when a part does not end in time */
  add(name: string, close: () => unknown): void
  /** Closes the part by its own `close`; returns it. */
  closes<Part extends { close(): unknown }>(name: string, part: Part): Part
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
        const ended = await inTime(Promise.resolve(close()), patienceMs)
        if (ended === late) log.warn({ part: name }, 'did not end in time')
      } catch (error) {
        log.warn({ part: name, err: error }, 'did not end cleanly')
      }
    }
  }

  return {
    add: (name, close) => void parts.push({ name, close }),
    closes(name, part) {
      parts.push({ name, close: () => part.close() })
      return part
    },
    close: () => (closed ??= closeAll()),
  }
}
