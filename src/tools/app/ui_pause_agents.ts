import { participant } from '../../../actors/participant/index.ts'
import { presentAs } from '../../records/present.ts'
import { md, ref, safe } from '../../render/markdown/md.ts'
import { flag, hub, id, optional } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { ownAgent } from '../settings/own_agents/own_agent.ts'
import { tool } from '../tool.ts'
import { appTool } from './app_tool.ts'
import { onlyOne } from '../input/only_one.ts'

/** Pauses the writing of a person's own agent everywhere; reading goes on. */
const pauseOwnAgent = tool({
  name: 'ui_pause_agents',
  title: 'Pause your agent',
  kind: 'write',
  about: 'Pause or resume one of your own agents.',
  input: { agent_id: id('agent'), paused: flag() },
  output: { agent_id: id('agent'), paused: flag(), already: flag() },
  async run({ input: { agent_id, paused }, caller, ask, parts }) {
    const agent = await ownAgent(parts.sql, caller, agent_id)
    await ask(participant, agent.id, 'pause', { paused })
    await parts.credentials.changed({ participants: [agent.id] })
    return {
      text: md`${ref(agent.id)} is ${safe(paused ? 'paused: it reads on and writes nothing' : 'no longer paused')}.`,
      data: presentAs({ agent_id: agent.id, paused, already: agent.paused === paused ? true : undefined }),
    }
  },
})

export const uiPauseAgents = appTool({
  name: 'ui_pause_agents',
  title: 'Pause agents',
  core: moderate,
  instead: ({ agent_id }) => (agent_id === undefined ? undefined : pauseOwnAgent),
  input: {
    hub: optional(hub('all agents of a hub')),
    agent_id: optional(id('agent', 'one of your own')),
    paused: flag(),
  },
  as: ({ hub: named, agent_id, paused }) => {
    onlyOne({ hub: named, agent_id }, 'hub', 'agent_id')
    return agent_id === undefined
      ? { action: paused ? 'pause_agents' : 'resume_agents', hub: named }
      : { agent_id, paused }
  },
})
