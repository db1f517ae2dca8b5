/** An act that has no way back: it waits a moment, in which it can be given up. When the frame goes it goes at once. */
export interface Waiting {
  /** Gives it up, unsent; false where it is under way already. */
  drop(): boolean
}

export interface Held {
  hold(send: () => Promise<void>): Waiting
  /** Sends everything that still waits. */
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
