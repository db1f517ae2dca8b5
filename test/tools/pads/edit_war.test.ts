import { expect } from 'chai'
import { hours, minutes } from '../../../src/rules/units.ts'
import { type Agent, register, signIn } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { makesPad } from '../../support/made.ts'

// SPEC: section 3 reversals of
// SPEC: edit war 3 reversals
describe('an edit war', () => {
  const { server, cast } = withCast()
  let dora: Agent
  let pad_id: string
  let version: number

  before(async () => {
    dora = await (await signIn(server, 'Dora')).agent('Doras agent')
    await dora.does('join_hub', { hub: cast.hub.slug })
  })

  beforeEach(async () => {
    await server.advance(minutes(2))
    pad_id = await makesPad(cast.otto, {
      hub: cast.hub.slug,
      title: 'Colours',
      text: '# Door\n\nThe door is blue.\n\n# Roof\n\nThe roof is red.',
    })
    version = 1
  })

  const says = (colour: string, more: object = {}): object => ({
    pad_id,
    base_version: version,
    text: `# Door\n\nThe door is ${colour}.\n\n# Roof\n\nThe roof is red.`,
    ...more,
  })
  const paints = async (who: Agent, colour: string): Promise<Record<string, any>> => {
    const said = await who.does('edit_pad', says(colour))
    version = said['version']
    return said
  }
  const undoes = async (who: Agent, edit_id: string): Promise<Record<string, any>> => {
    const said = await who.does('undo_edit', { edit_id })
    version = said['version']
    return said
  }
  const fought = async (): Promise<boolean[]> =>
    (await dora.does('open_pad', { pad_id, outline: true }))['sections'].map(
      (one: any) => one.suggestions_only === true,
    )

  /** Cleo and Ada's agent, three times. */
  async function war(): Promise<Record<string, any>> {
    await paints(cast.cleosAgent, 'green')
    await paints(cast.otto, 'blue')
    await paints(cast.cleosAgent, 'green')
    return paints(cast.otto, 'blue')
  }

  it('is three reversals of a section by two people, by words that come back or by undoing, and says so', async () => {
    const { edit_id } = await paints(cast.cleosAgent, 'green')
    expect(await undoes(cast.otto, edit_id)).to.not.have.property('notices')
    const back = await paints(cast.cleosAgent, 'green')
    expect(await fought()).to.deep.equal([false, false])
    const third = await undoes(cast.otto, back['edit_id'])
    expect(third).to.deep.include({ notices: ['edit_war'] })
    expect(third['sections'][0]).to.include({ suggestions_only: true })
    expect(await fought()).to.deep.equal([true, false])
  })

  it('is none between an agent and the human it is linked to meanwhile', async () => {
    const { ada, otto, hub } = cast
    const rover = await register(server, 'Rover')
    await rover.does('join_hub', { hub: hub.slug })
    await paints(rover, 'green')
    await paints(otto, 'blue')
    await paints(rover, 'green')
    const { body } = await ada.settings('link-code')
    await rover.does('link', { action: 'code', code: body['line'] })
    await server.landed()
    // the third time, had the agent remained somebody else
    expect(await paints(otto, 'blue')).not.to.have.property('notices')
    expect(await fought()).to.deep.equal([false, false])
  })

  // SPEC: section marks: proposals only
  it('leaves that section suggestions only, for owner and helpers too, and the others as they are', async () => {
    const over = await war()
    expect(over['notices']).to.deep.equal(['edit_war'])
    const door = over['sections'][0].section_id
    for (const who of [dora, cast.bensAgent, cast.otto]) {
      const { error, text } = await who.call('edit_pad', says('black'))
      expect(error).to.include({ error: 'forbidden', reason: 'suggestions_only' })
      expect(text).to.contain(`People reverse each other in section ${door}`).and.contain('propose: true')
      expect(error?.['yourCapabilities']).to.include('propose')
    }
    const { edit_id } = (await cast.otto.does('open_pad', { pad_id, history: true }))['changes'][0]
    expect((await dora.call('undo_edit', { edit_id })).error).to.include({ reason: 'not_yours' })
    expect((await cast.bensAgent.call('undo_edit', { edit_id })).error).to.include({ reason: 'suggestions_only' })
    const text = '# Door\n\nThe door is blue.\n\n# Roof\n\nThe roof is black.'
    expect(await dora.does('edit_pad', { pad_id, base_version: version, text })).to.include({ version: version + 1 })
    const page = await (await fetch(`${server.url}/p/${pad_id}.md`)).text()
    expect(page).to.contain('Door: proposals only (edit war)')
  })

  it('lets nobody decide about that section at once: somebody has to accept it', async () => {
    await war()
    const { sections } = await dora.does('open_pad', { pad_id, outline: true })
    const [door, roof] = sections.map(({ section_id }: any) => section_id)
    const decides = async (who: Agent, section_id: string) =>
      (await who.does('edit_pad', { pad_id, decision: { text: 'It is blue.', section_id } }))['decision']
    for (const who of [dora, cast.bensAgent, cast.otto]) {
      expect(await decides(who, door)).to.include({ status: 'proposed' })
      expect(await decides(who, roof)).to.include({ status: 'decided' })
    }
  })

  it('lasts until somebody outside of it accepts a version', async () => {
    await war()
    await server.advance(hours(100))
    expect(await fought()).to.deep.equal([true, false])
    const suggested = await cast.cleosAgent.does('edit_pad', says('white', { propose: true }))
    expect(suggested['notices']).to.deep.equal(['edit_war'])
    const review = { edit_id: suggested['edit_id'], outcome: 'accept' }
    for (const fighter of [cast.otto, cast.cleosAgent]) {
      expect((await fighter.call('edit_pad', { review })).error).to.include({ reason: 'suggestions_only' })
    }
    expect((await dora.does('edit_pad', { review }))['reviewed']).to.include({ outcome: 'accepted' })
    version++
    expect(await fought()).to.deep.equal([false, false])
    expect(await paints(cast.otto, 'blue')).to.not.have.property('notices')
  })

  const withoutDoor = '# Roof\n\nThe roof is red.'
  const writes = async (who: Agent, text: string): Promise<Record<string, any>> => {
    const said = await who.does('edit_pad', { pad_id, base_version: version, text })
    version = said['version']
    return said
  }

  it('is seen where a section is taken out and put back, by its words or by undoing in turns', async () => {
    const whole = (says('blue') as { text: string }).text
    await writes(cast.cleosAgent, withoutDoor)
    await writes(cast.otto, whole)
    await writes(cast.cleosAgent, withoutDoor)
    expect((await writes(cast.otto, whole))['notices']).to.deep.equal(['edit_war'])
    const { error } = await cast.cleosAgent.call('edit_pad', { pad_id, base_version: version, text: withoutDoor })
    expect(error).to.include({ reason: 'suggestions_only' })

    const { edit_id } = await writes(cast.bensAgent, `${whole}\n\n# Wall\n\nThe wall is grey.`)
    const once = await undoes(cast.otto, edit_id)
    const twice = await undoes(cast.bensAgent, once['edit_id'])
    await undoes(cast.otto, twice['edit_id'])
    const again = await cast.bensAgent.call('edit_pad', {
      pad_id,
      base_version: version,
      text: `${whole}\n\n# Wall\n\nThe wall is grey.`,
    })
    expect(again.error).to.include({ reason: 'suggestions_only' })
  })

  it('is seen where a whole section is moved back and forth, with another word changed or without', async () => {
    const door = '# Door\n\nThe door is blue.'
    const orders = [`# Roof\n\nThe roof is red.\n\n${door}`, `${door}\n\n# Roof\n\nThe roof is red.`] as const
    await writes(cast.cleosAgent, orders[0])
    await writes(cast.otto, orders[1])
    await writes(cast.cleosAgent, orders[0])
    expect((await writes(cast.otto, orders[1]))['notices']).to.deep.equal(['edit_war'])
    const { error } = await cast.cleosAgent.call('edit_pad', { pad_id, base_version: version, text: orders[0] })
    expect(error).to.include({ reason: 'suggestions_only' })

    const rooms = ['# Hall\n\nIt is long.', '# Attic\n\nIt is dark.\n\nIt is dry.'] as const
    const furnished = (n: number) =>
      `${orders[1]}\n\n${[rooms[n % 2], rooms[1 - (n % 2)]].join('\n\n')}\n\n# Yard\n\nRound ${n}.`
    await writes(dora, furnished(0))
    const told: unknown[] = []
    for (let n = 1; n <= 4; n++) told.push((await writes(n % 2 ? cast.otto : cast.bensAgent, furnished(n)))['notices'])
    expect(told).to.deep.equal([undefined, undefined, undefined, ['edit_war']])
  })

  it('goes on under another heading, and keeps its section where it is', async () => {
    const heading = async (who: Agent, name: string, colour: string) => {
      const { sections } = await who.does('open_pad', { pad_id, blocks: true })
      const [head, words] = sections[0].blocks
      const said = await who.does('edit_pad', {
        pad_id,
        edits: [
          { block: head.id, rev: head.rev, text: '' },
          { block: words.id, rev: words.rev, text: `The door is ${colour}.` },
        ],
        inserts: [{ after: 'start', text: `# ${name}` }],
      })
      version = said['version']
      return said
    }
    await heading(cast.cleosAgent, 'Gate', 'green')
    await heading(cast.otto, 'Door', 'blue')
    await heading(cast.cleosAgent, 'Gate', 'green')
    expect((await heading(cast.otto, 'Door', 'blue'))['notices']).to.deep.equal(['edit_war'])
    for (const text of [withoutDoor, `The door is blue.\n\n${withoutDoor}`]) {
      const { error } = await dora.call('edit_pad', { pad_id, base_version: version, text })
      expect(error).to.include({ error: 'forbidden', reason: 'suggestions_only' })
    }
  })

  it('is no less one where somebody lets another’s words in', async () => {
    await paints(cast.cleosAgent, 'green')
    await paints(cast.otto, 'blue')
    await paints(cast.cleosAgent, 'green')
    const { edit_id } = await cast.otto.does('edit_pad', says('blue', { propose: true }))
    const review = { edit_id, outcome: 'accept' }
    await cast.bensAgent.does('edit_pad', { review })
    expect(await fought()).to.deep.equal([true, false])
  })

  it('is not three reversals by one person and their agents', async () => {
    const second = await cast.ada.agent('Ottos twin')
    await second.does('join_hub', { hub: cast.hub.slug })
    for (let round = 0; round < 3; round++) {
      // a new colour each time: only the others take words back
      await paints(cast.cleosAgent, `green ${round}`)
      await paints(round === 1 ? second : cast.otto, 'blue')
    }
    expect(await fought()).to.deep.equal([false, false])
  })

  it('is not made by taking one’s own edits back', async () => {
    for (let round = 0; round < 4; round++) {
      const { edit_id } = await paints(round % 2 === 0 ? cast.cleosAgent : dora, `green ${round}`)
      await undoes(round % 2 === 0 ? cast.cleosAgent : dora, edit_id)
    }
    expect(await fought()).to.deep.equal([false, false])
    // nor where somebody moved the section meanwhile
    const door = (colour: string) => `# Door\n\nThe door is ${colour}.`
    const roof = '# Roof\n\nThe roof is red.'
    await writes(cast.otto, `${roof}\n\n${door('blue')}`)
    for (const who of [cast.cleosAgent, dora]) {
      await writes(who, `${roof}\n\n${door('grey')}`)
      await writes(who, `${roof}\n\n${door('blue')}`)
    }
    await writes(cast.cleosAgent, `${roof}\n\n${door('grey')}`)
    await writes(cast.cleosAgent, `${roof}\n\n${door('blue')}`)
    expect(await fought()).to.deep.equal([false, false])
  })

  it('counts words that somebody let in as those of who suggested them', async () => {
    const letIn = async (who: Agent, colour: string): Promise<string> => {
      const { edit_id } = await who.does('edit_pad', says(colour, { propose: true }))
      const accepted = await cast.bensAgent.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
      version = accepted['version']
      return edit_id
    }
    for (const [n, who] of [cast.cleosAgent, dora, cast.cleosAgent, dora].entries())
      await undoes(who, await letIn(who, `grey ${n}`))
    expect(await fought(), 'their own, taken back').to.deep.equal([false, false])
    await letIn(cast.cleosAgent, 'green')
    await paints(cast.bensAgent, 'blue')
    await letIn(dora, 'red')
    await paints(cast.otto, 'blue')
    await letIn(cast.cleosAgent, 'black')
    await paints(cast.bensAgent, 'blue')
    expect(await fought(), 'those of others, painted over').to.deep.equal([true, false])
  })

  it('is not made by letting in what its author had said before', async () => {
    for (const accepter of [cast.bensAgent, dora, cast.bensAgent, dora, cast.bensAgent, dora]) {
      await paints(cast.cleosAgent, 'white')
      const { edit_id } = await cast.cleosAgent.does('edit_pad', says('cream', { propose: true }))
      version = (await accepter.does('edit_pad', { review: { edit_id, outcome: 'accept' } }))['version']
    }
    expect(await fought()).to.deep.equal([false, false])
  })

  it('is not made of reversals more than 72 hours apart', async () => {
    await paints(cast.cleosAgent, 'green')
    await paints(cast.otto, 'blue')
    await server.advance(hours(72) + minutes(1))
    await paints(cast.cleosAgent, 'green')
    await paints(cast.otto, 'blue')
    expect(await fought()).to.deep.equal([false, false])
    await paints(cast.cleosAgent, 'green')
    expect(await fought()).to.deep.equal([false, false])
    await paints(cast.otto, 'blue')
    expect(await fought()).to.deep.equal([true, false])
  })
})
