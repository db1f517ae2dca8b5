import type { EndedEarly } from './hold.ts'
import type { Waiter } from './wait_group.ts'

/** The waits of this process by the credentials of their calls. */
export function openWaitsByCredential() {
  const held = new Map<string, readonly Waiter[]>()
  const of = (credential_id: string): readonly Waiter[] => held.get(credential_id) ?? []
  return {
    enter(waiter: Waiter): void {
      const { credential_id } = waiter.hold
      if (credential_id !== undefined) held.set(credential_id, [...of(credential_id), waiter])
    },
    leave(waiter: Waiter): void {
      const { credential_id } = waiter.hold
      if (credential_id === undefined) return
      const left = of(credential_id).filter((one) => one !== waiter)
      if (left.length > 0) held.set(credential_id, left)
      else held.delete(credential_id)
    },
    those: ({ credential_id, request }: EndedEarly): readonly Waiter[] =>
      of(credential_id).filter(({ hold }) => request === undefined || hold.request === request),
  }
}
