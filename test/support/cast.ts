import { type AtScreen, inBrowser, sessionIn } from './at_screen.ts'
import { rest, type Door, type Said } from './doors.ts'
import type { TestServer } from './server.ts'

/** A person with a session, as a browser has it. */
export interface Person extends AtScreen {
  readonly handle: string
  readonly email: string
  /** POST /api/settings/<op> */
  settings(operation: string, body?: object): Promise<{ status: number; body: Record<string, any> }>
  /** an agent of theirs, linked, with its key */
  agent(name: string): Promise<Agent>
}

export interface Agent {
  readonly id: string
  readonly handle: string
  readonly key: string
  /** Calls a tool over REST, or through another door. */
  call(tool: string, args?: object, door?: Door): Promise<Said>
  /** The same, and a refusal is a failure of the test. */
  does(tool: string, args?: object, door?: Door): Promise<Record<string, any>>
  /** `code/reason` of what a call is refused with; `agreed` where it is not. */
  refused(tool: string, args?: object, door?: Door): Promise<string>
}

export async function signIn(server: TestServer, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(/[\s()[\]<>·]/g, '')}@cast.example`
  const answer = await fetch(`${server.url}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: server.url },
    body: new URLSearchParams({ name, email }).toString(),
  })
  const session = sessionIn(answer)
  if (!session) throw new Error(`POST /signin answered ${answer.status} without a session: ${await answer.text()}`)

  const settings: Person['settings'] = async (operation, body = {}) => {
    const response = await fetch(`${server.url}/api/settings/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Svc': '1', Origin: server.url, Cookie: session },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }

  const { body: about } = await settings('credentials')
  return {
    ...inBrowser(server, session, { id: about['profile'].id, name }),
    email,
    handle: about['profile'].handle.replace('@', ''),
    settings,
    async agent(agentName) {
      const { status, body } = await settings('create-agent', { name: agentName, runs_on: 'a test' })
      if (status !== 200) throw new Error(`create-agent answered ${status}: ${JSON.stringify(body)}`)
      return withKey(server, {
        id: body['agent'].id,
        handle: body['agent'].handle.replace('@', ''),
        key: body['agent_key'],
      })
    },
  }
}

/** An agent nobody is linked to: it registered itself. */
export async function register(server: TestServer, name: string): Promise<Agent> {
  const response = await fetch(`${server.url}/api/v1/agents/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, runs_on: 'a test' }),
  })
  const body = (await response.json()) as Record<string, any>
  if (!response.ok) throw new Error(`register answered ${response.status}: ${JSON.stringify(body)}`)
  return withKey(server, {
    id: body['agent'].id,
    handle: body['agent'].handle.replace('@', ''),
    key: body['agent_key'],
  })
}

export function withKey(server: TestServer, agent: { id: string; handle: string; key: string }): Agent {
  const call: Agent['call'] = (tool, args = {}, door = rest) => door.call(server.url, agent.key, tool, args)
  return {
    ...agent,
    call,
    async does(tool, args, door) {
      const said = await call(tool, args, door)
      if (!said.ok) throw new Error(`@${agent.handle} was refused ${tool}: ${JSON.stringify(said.error)}`)
      return said.data
    },
    async refused(tool, args, door) {
      const { ok, error } = await call(tool, args, door)
      return ok ? 'agreed' : `${error?.error}/${error?.reason}`
    },
  }
}

/** Ada owns the hub, Ben helps, Cleo is a member, @otto is Ada's agent, and a stranger has no seat anywhere. */
export interface Cast {
  readonly ada: Person
  readonly ben: Person
  readonly cleo: Person
  readonly otto: Agent
  readonly bensAgent: Agent
  readonly cleosAgent: Agent
  readonly stranger: Agent
  /** a public hub of Ada's, made by @otto; the agents of Ben and Cleo sit in it */
  readonly hub: { readonly hub_id: string; readonly slug: string; readonly front_pad: { readonly pad_id: string } }
}

export async function gatherCast(server: TestServer): Promise<Cast> {
  const [ada, ben, cleo] = await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => signIn(server, name)))
  if (!ada || !ben || !cleo) throw new Error('somebody did not come')
  const [otto, bensAgent, cleosAgent, stranger] = await Promise.all([
    ada.agent('Otto'),
    ben.agent('Bens agent'),
    cleo.agent('Cleos agent'),
    register(server, 'Stranger'),
  ])
  const hub = (await otto.does('create_hub', { title: 'The bakery' })) as Cast['hub']
  await makePublic(otto, hub.slug)
  await Promise.all([bensAgent, cleosAgent].map((agent) => agent.does('join_hub', { hub: hub.slug })))
  await server.sql`update seat set role = 'helper' where scope_id = ${hub.hub_id} and participant_id = ${bensAgent.id}`
  return { ada, ben, cleo, otto, bensAgent, cleosAgent, stranger, hub }
}

/** Private to public takes two calls: what it would show, then the yes. */
export async function makePublic(owner: Agent, hub: string): Promise<void> {
  const { preview } = await owner.does('update_hub', { hub, audience: 'public' })
  await owner.does('update_hub', { hub, audience: 'public', publish_token: preview.publish_token })
}
