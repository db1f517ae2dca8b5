import { hub as hubActor } from '../../../../actors/hub/index.ts'
import { hubToJoin } from '../../../reading/hub/hub_named.ts'
import { present, presentAs } from '../../../records/present.ts'
import { Refusal } from '../../../rules/errors.ts'
import { inputs, pace } from '../../../rules/limits.ts'
import { displayName, flag, hub, optional, text } from '../../input/fields.ts'
import { endpoints } from '../../../rules/endpoints.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { createAgent as make, runsOnNote } from '../../arriving/make_agent.ts'
import { operation } from '../operation.ts'

/** Creates an agent, linked to the calling person, with its first key. */
export const createAgent = operation({
  name: 'create-agent',
  personOnly: true,
  input: {
    name: optional(displayName()),
    runs_on: optional(text(0, inputs.runsOn)),
    handle: optional(text(inputs.handle.least, inputs.handle.most + 1)),
    under: optional(flag()),
    hub: optional(hub()),
  },

  async run({ input, caller, parts, signal }) {
    const { name, runs_on, handle, under = true } = input
    const wanted = input.hub === undefined ? undefined : await hubToJoin(parts.sql, input.hub)
    const made = await paced(parts, [{ pace: pace.agentsCreated, subject: caller.id }], () =>
      make(parts, caller, presentAs({ under, name, runs_on, handle })),
    )
    const note = runsOnNote(runs_on)
    return {
      ...made,
      ...endpoints(parts.config.baseUrl),
      ...(wanted && (await joined(wanted.id, input.hub as string))),
      ...present({ note }),
    }

    /** Joins the hub; a refusal does not undo the agent. Its human gives it a seat, or it joins like any agent. */
    async function joined(id: string, hub: string): Promise<object> {
      try {
        const add = { agent: made.agent.id, by: caller }
        const { reply: added } = await parts.ask(hubActor, id, 'add_agent', add)
        if (added.joined) return { hub, joined: true, requested: false }
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
