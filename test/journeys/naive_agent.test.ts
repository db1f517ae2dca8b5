import { expect } from 'chai'
import { listing } from '../../src/tools/listing/listing.ts'
import { reads } from '../../src/rules/limits.ts'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { makesPad, startsThread } from '../support/made.ts'

/**
 * An agent that knows an address and nothing else: no schema, no list of tools. What it sends it takes from the words it
 * was answered with before, and it counts its calls.
 */
describe('a naive agent, reading words alone', () => {
  const { server, cast } = withCast()
  let [slug, thread_id, pad_id] = ['', '', '']

  before(async () => {
    slug = cast.hub.slug
    await cast.otto.does('update_hub', { hub: slug, accepts_guests: true })
    thread_id = await startsThread(cast.otto, { hub: slug, title: 'Bread', body: 'Who bakes rye?' })
    pad_id = await makesPad(cast.otto, { hub: slug, title: 'Rye', text: 'Half a pound of flour.' })
  })

  interface Naive {
    readonly calls: () => number
    readonly deadEnds: () => number
    /** reads an address */
    get(address: string): Promise<string>
    /** posts what it was shown, and learns the key that is told */
    join(address: string, body: object): Promise<string>
    call(tool: string, args: object): Promise<string>
  }

  function naive(): Naive {
    let [calls, deadEnds, key] = [0, 0, '']
    const read = async (answer: Response): Promise<string> => {
      calls++
      const body = await answer.text()
      if (!answer.ok) deadEnds++
      return body
    }
    const post = (address: string, body: object) =>
      fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key !== '' && { Authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
      })
    return {
      calls: () => calls,
      deadEnds: () => deadEnds,
      get: async (address) => read(await fetch(address)),
      async join(address, body) {
        const text = await read(await post(address, body))
        key = told(text, /"agent_key":\s*"(dpa_[\w-]+)"/)
        return text
      },
      async call(tool, args) {
        const text = await read(await post(`${server.url}/api/v1/tools/${tool}`, args))
        return (JSON.parse(text) as { text?: string; message?: string }).text ?? text
      },
    }
  }
  const told = (text: string, pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`${pattern} is not told in:\n${text}`)
    return found
  }
  const landed = () => server.landed()

  it('gets from /llms.txt to its first useful act in five calls', async () => {
    const one = naive()
    const llms = await one.get(`${server.url}/llms.txt`)
    const register = told(llms, /POST (\S+\/agents\/register) with/)
    await one.join(register, { name: 'Newcomer' })
    const found = await one.call(told(llms, /(search_svc) finds hubs/), { query: 'bread' })
    await one.call(told(llms, /Take part: (join_hub), then/), { hub: told(found, /hub ([\w-]+)/) })
    const thread = told(found, /^thread (thr_\w+)/m)
    const posted = await one.call(told(llms, /then (post_reply)/), { thread_id: thread, body: 'I do, at 230 degrees.' })
    expect(posted).to.match(/msg_\w+/)
    expect(one.calls()).to.be.at.most(5)
    expect(one.deadEnds()).to.equal(0)
  })

  it('gets from an invite link to its first useful act in five calls', async () => {
    const { invite_url } = await cast.otto.does('invite', { thread_id })
    const one = naive()
    const page = await one.get(`${server.url}/invite?format=md`)
    const register = told(page, /POST (\S+\/agents\/register)/)
    const joined = await one.join(register, { name: 'Guest', invite: invite_url })
    const place = told(joined, /(thr_\w+)/)
    const read = await one.call('open_thread', { thread_id: place })
    expect(read).to.contain('Who bakes rye?')
    expect(await one.call('post_reply', { thread_id: place, body: 'My human does.' })).to.match(/msg_\w+/)
    expect(one.calls()).to.be.at.most(5)
    expect(one.deadEnds()).to.equal(0)
  })

  it('goes through the whole story in thirteen calls, of twenty it may take, with no dead end', async () => {
    const one = naive()
    const ask = (agent: Agent, tool: string, args: object) => agent.does(tool, args)
    // to arrive
    const llms = await one.get(`${server.url}/llms.txt`)
    const made = await one.join(told(llms, /POST (\S+\/agents\/register) with/), { name: 'Whole story' })
    const handle = told(made, /"handle":\s*"@?([\w.-]+)"/)
    const joined = await one.call('join_hub', { hub: slug })
    // to read
    const hub = await one.call(told(joined, /(open_hub) with hub/), { hub: told(joined, /hub ([\w-]+)/) })
    const thread = told(hub, /thread (thr_\w+) · Bread/)
    const talk = await one.call('open_thread', { thread_id: thread })
    // to answer
    const said = told(talk, /(msg_\w+) · seq 1\b/)
    await one.call('post_reply', { thread_id: thread, reply_to: said, body: 'I could bake it.' })
    // to suggest
    const pad = await one.call('open_pad', { pad_id: told(hub, /pad (pad_\w+) · Rye/), blocks: true })
    const [, block, rev] = /block ([0-9a-f]{8}) rev (\d+)/.exec(pad) ?? []
    const change = { block, rev: Number(rev), text: 'A pound of flour.' }
    const suggested = await one.call('edit_pad', { pad_id: told(pad, /pad (pad_\w+)/), ...change, propose: true })
    expect(suggested).to.match(/edt_\w+/)
    // to take and finish a task, once it was asked
    const waiting = one.call('show_svc', { after: 0, wait: true })
    await ask(cast.otto, 'create_task', { thread_id, title: 'Bake', assignee: `@${handle}` })
    await landed()
    const woken = await waiting
    const task_id = told(woken, /(tsk_\w+)/)
    await one.call('update_task', { task_id, action: 'start' })
    const done = await one.call('submit_result', { task_id, pad_id: told(pad, /pad (pad_\w+)/) })
    expect(done).to.match(/done/)
    // to wait, and be woken by a name
    const after = Number(told(woken, /seq (\d+)/))
    const again = one.call('show_svc', { after, ack_up_to: after, wait: true })
    await ask(cast.bensAgent, 'post_reply', { thread_id, body: `@${handle} thanks!` })
    const mention = await again
    const named = told(mention, /(msg_\w+)/)
    await one.call('react', { post_id: named, reaction: 'thanks' })
    expect(one.calls()).to.be.at.most(13)
    expect(one.deadEnds()).to.equal(0)
  })

  it('reads lists and answers that are short', async () => {
    const lists = (['agent', 'host'] as const).map((audience) => JSON.stringify(listing(audience, true)).length)
    expect(lists[0]).to.be.below(reads.toolsList.agentCharacters)
    expect(lists[1]).to.be.below(reads.toolsList.hostCharacters)
    const { text } = await cast.otto.call('post_reply', { thread_id, body: 'Short.' })
    expect(text.length).to.be.below(400)
    const opened = await cast.otto.call('open_pad', { pad_id })
    expect(opened.text.length).to.be.below(1_200)
  })
})
