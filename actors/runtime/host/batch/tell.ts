import { v5 } from 'uuid'
import type { OutboxRow } from '../../../../sql/runtime/outbox.ts'
import type { Tell } from '../../actor.ts'
import type { Mail } from './choose_batch.ts'
import { type Envelope, sealEnvelope } from '../../wire/envelope.ts'
import { forgetOperation } from '../../registry.ts'

interface Source {
  readonly mail: Mail
  /** position among the tells of its message */
  readonly index: number
  readonly ahead: number
}

/** Derives the id from the cause, so that telling twice is one message. */
export function outboxRow(tell: Tell, { mail, index, ahead }: Source): OutboxRow {
  const id = v5(`${tell.actor}/${tell.id}/${index}`, mail.envelope.id)
  const { settings } = mail.envelope
  const body = sealEnvelope({
    id,
    actor: tell.actor,
    to: tell.id,
    operation: tell.operation,
    args: tell.args,
    settings,
    told: true,
    ...causeOf(mail.envelope),
    ...(ahead > 0 && { ahead }),
  })
  return { id, shard: mail.shard.id, target: tell.id, body }
}

const causeOf = ({ id, reply, cause }: Envelope): Pick<Envelope, 'cause'> =>
  reply !== undefined ? { cause: { id, reply } } : cause ? { cause } : {}

/** Makes an actor reload its state: told by an exclusive message that changed rows the actor caches. */
export const reloadState = (actor: string, id: string): Tell => ({ actor, id, operation: forgetOperation, args: {} })
