import type { Untrusted } from '../text/untrusted.ts'

/** An invite that still gives seats. */
export interface LiveInvite {
  readonly invite_id: string
  readonly kind: 'hub' | 'thread' | 'pad'
  readonly scope_id: string
  readonly hub_id: string
  readonly role: 'member' | 'helper'
  /** that are left */
  readonly uses: number
  readonly created_by: string
  readonly created_at: Date
  readonly expires_at: Date
  /** of the hub, thread or pad */
  readonly title: Untrusted
}
