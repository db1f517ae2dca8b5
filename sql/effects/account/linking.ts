import { insertInto, updateOf } from '../../effect.ts'

interface LinkRequestRow {
  /** lrq_ */
  readonly id: string
  readonly agent_id: string
  readonly human_id: string
  /** ISO 8601 */
  readonly asked_at: string
}

export const insertLinkRequests = insertInto<LinkRequestRow>('link_request', { initial: { status: 'open' } })

interface LinkAnswer {
  readonly id: string
  readonly status: 'linked' | 'declined'
  readonly answered_at: string
}

export const answerLinkRequests = updateOf<LinkAnswer>('link_request.answer', { set: ['status', 'answered_at'] })

interface LinkCodeRow {
  readonly id: string
  readonly human_id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly created_at: string
  readonly expires_at: string
}

export const insertLinkCodes = insertInto<LinkCodeRow>('link_code', { hex: 'hash', initial: { wrong: 0 } })

interface LinkCodeStanding {
  readonly id: string
  readonly wrong: number
  readonly used_by?: string
  readonly ended_at?: string
}

/** Writes the state of a code after a guess. */
export const saveLinkCodes = updateOf<LinkCodeStanding>('link_code.save', { set: ['wrong', 'used_by', 'ended_at'] })
