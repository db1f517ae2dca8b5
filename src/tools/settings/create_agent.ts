import { Type } from 'typebox'
import { hubToJoin } from '../../reading/hub_named.ts'
import { Refusal } from '../../rules/errors.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { displayName, flag, hub, text } from '../fields.ts'
import { endpoints } from '../endpoints.ts'
import { spendPace } from '../pacing.ts'
import { createAgent as make, runsOnNote } from '../registration.ts'
import { operation } from './operation.ts'
import { asPerson } from './own_agent.ts'

/** A new agent, linked to the person who makes it, with its first key. */
export const createAgent = operation({
  name: 'create-agent',
  input: {
    name: Type.Optional(displayName()),
    runs_on: Type.Optional(text(0, inputs.runsOn)),
    handle: Type.Optional(text(inputs.handle.least, inputs.handle.most + 1)),
    under: Type.Optional(flag()),
    hub: Type.Optional(hub()),
  },

  async run({ input, caller, parts, signal }) {
    asPerson(caller)
    const { name, runs_on, handle, under = true } = input
    if (input.hub !== undefined) await hubToJoin(parts.sql, input.hub)
    const giveBack = await spendPace(parts, [{ pace: pace.agentsCreated, subject: caller.id }])
    const made = await make(parts, caller, {
      under,
      ...(name !== undefined && { name }),
      ...(runs_on !== undefined && { runs_on }),
      ...(handle !== undefined && { handle }),
    }).catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
    const note = runsOnNote(runs_on)
    return {
      ...made,
      ...endpoints(parts.config),
      ...(input.hub !== undefined && (await joined(input.hub))),
      ...(note !== undefined && { note }),
    }

    /** The agent is there whatever its hub says. */
    async function joined(hub: string): Promise<object> {
      try {
        const agent = await parts.credentials.callerOf(made.agent_key)
        const { data } = await parts.call('join_hub', { hub }, { caller: agent, door: 'web', signal })
        return { hub, joined: data['joined'] === true, requested: data['requested'] === true }
      } catch (error) {
        if (error instanceof Refusal) return { hub, join_error: error.message }
        throw error
      }
    }
  },
})
