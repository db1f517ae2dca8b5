import { actor } from '../runtime/actor.ts'
import { acknowledge } from './acknowledge.ts'
import { addKey } from './add_key.ts'
import { lease } from './lease.ts'
import { receive } from './receive.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { rotateKey } from './rotate_key.ts'
import { loadParticipants } from './state.ts'

/** A person, guest or agent: its inbox, keys, links and handle change here, one at a time. */
export const participant = actor({
  name: 'participant',
  load: loadParticipants,
  on: { receive, acknowledge, lease, register, add_key: addKey, rotate_key: rotateKey, revoke },
})
