import { Type } from 'typebox'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { presentAs } from '../../records/present.ts'
import { md, ref } from '../../render/markdown/md.ts'
import { denied } from '../../rules/rights.ts'
import { flag, id } from '../input/fields.ts'
import { placeActors } from '../hubs/place_actors.ts'
import { ownAgent } from '../settings/own_agents/own_agent.ts'
import { ownAppTool } from './app_tool.ts'
import { placeFields, placeNamed } from '../input/place.ts'

/** Gives a seat to one of the caller's own agents, where the caller has one. */
export const uiAddAgent = ownAppTool({
  name: 'ui_add_agent',
  title: 'Add your agent',
  kind: 'write',
  destructive: true,
  input: { agent_id: id('agent'), ...placeFields },
  output: {
    agent_id: id('agent'),
    scope_id: Type.String(),
    joined: flag(),
    already: flag(),
    seat: Type.String(),
  },
  async run({ input, caller, reader, ask, parts: { sql } }) {
    const { type, named } = placeNamed(input)
    const scope_id = type === 'hub' ? await readableHub(sql, reader, named) : named
    const { id: agent } = await ownAgent(sql, caller, input.agent_id)
    const { joined, already } = await ask(placeActors[type], scope_id, 'add_agent', { agent })
    if (!joined) {
      throw denied('needs_seat', { by: caller }, 'You have no seat there that your agent could sit beside. Join first.')
    }
    return {
      text: md`${ref(agent)} has a seat in ${ref(scope_id)}.`,
      data: presentAs({ agent_id: agent, scope_id, joined, already, seat: 'member' }),
    }
  },
})
