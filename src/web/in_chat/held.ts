/** An act without an undo: held for a moment in which it can be dropped. It is sent at once when the frame closes. */
interface Waiting {
  /** Drops the act unsent; false when it is already being sent. */
  drop(): boolean
}

export interface Held {
  hold(send: () => Promise<void>): Waiting
  /** Sends all held acts. */
  flush(): Promise<void>
}

export function openHeld(milliseconds: number): Held {
  const waiting = new Set<() => Promise<void>>()
  return {
    hold(send) {
      const timer = setTimeout(() => void go(), milliseconds)
      const take = (): boolean => {
        clearTimeout(timer)
        return waiting.delete(go)
      }
      const go = async (): Promise<void> => {
        if (take()) await send()
      }
      waiting.add(go)
      return { drop: take }
    },
    async flush() {
      await Promise.allSettled([...waiting].map((go) => go()))
    },
  }
}
