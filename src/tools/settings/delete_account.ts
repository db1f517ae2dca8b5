import { participant } from '../../../actors/participant/index.ts'
import { wrongArgument } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { typedHandle } from '../../text/names/handles.ts'
import { choice, optional, text } from '../input/fields.ts'
import { accountChanged, operation } from './operation.ts'

/** Deletes the account and ends the session that asks. What it wrote stays, without a name. */
export const deleteAccount = operation({
  name: 'delete-account',
  personOnly: true,
  input: {
    confirm_handle: text(0, inputs.humanHandle),
    agents: optional(choice(['free', 'delete'])),
  },

  async run({ input: { confirm_handle, agents = 'free' }, caller, parts }) {
    if (typedHandle(confirm_handle) !== caller.handle) {
      const message = 'That is not your handle. Type it as it stands in your settings.'
      throw wrongArgument('confirm_handle', 'is not your handle', message)
    }
    await parts.ask(participant, caller.id, 'delete_account', { by: caller, agents })
    await accountChanged(parts, caller.id)
    return { deleted: true }
  },
})
