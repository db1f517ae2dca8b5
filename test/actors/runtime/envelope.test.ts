import { expect } from 'chai'
import type { Mail } from '../../../actors/runtime/host/batch/choose_batch.ts'
import { outboxRow } from '../../../actors/runtime/host/batch/tell.ts'
import { type Envelope, openEnvelope, sealEnvelope } from '../../../actors/runtime/wire/envelope.ts'

describe('a message between releases', () => {
  const sent: Envelope = {
    id: '018f0000-0000-7000-8000-000000000000',
    actor: 'thread',
    to: 'thr_a',
    operation: 'post',
    args: { body: 'Rye.' },
    settings: { public_on: true, paced: false },
  }

  it('is read as it was sent, its settings apart from its arguments', () => {
    expect(openEnvelope(sealEnvelope(sent))).to.deep.equal(sent)
  })

  it('shows its settings among the arguments, where hosts of the release before read them', () => {
    expect(JSON.parse(sealEnvelope(sent)).args).to.deep.equal({ body: 'Rye.', public_on: true, paced: false })
  })

  it('of the release before brings only the settings that it read', () => {
    const { settings, ...rest } = sent
    const before = JSON.stringify({ v: 1, ...rest, args: { body: 'Rye.', public_on: settings.public_on } })
    expect(openEnvelope(before)).to.deep.equal({ ...rest, settings: { public_on: true, paced: false } })
  })

  it('hands its settings on to the messages it causes', () => {
    const mail = { envelope: sent, shard: { id: 7 } } as unknown as Mail
    const tell = { actor: 'participant', id: 'hum_ada', operation: 'receive', args: { item: 1 } }
    const { args, settings } = openEnvelope(outboxRow(tell, { mail, index: 0, ahead: 0 }).body)
    expect({ args, settings }).to.deep.equal({ args: { item: 1 }, settings: sent.settings })
  })
})
