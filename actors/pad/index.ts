import { padStates } from '../../sql/reads/pad_states.ts'
import { actor } from '../runtime/actor.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { undo } from './undo.ts'

/** A pad: its text, block by block, every version of it, and who may change it. */
export const pad = actor({ name: 'pad', load: padStates, on: { create, edit, undo } })
