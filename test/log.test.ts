import { expect } from 'chai'
import { openLog } from '../src/log.ts'
import { growth } from './support/cpu.ts'

describe('the log', () => {
  const written = (fields: object, message?: string): string => {
    const lines: string[] = []
    openLog('info', { write: (line) => void lines.push(line) }).info(fields, message)
    return lines.join('')
  }

  it('masks a credential of ours wherever it stands', () => {
    const secret = 'A'.repeat(43)
    for (const prefix of ['dpa_', 'dpo_', 'dpr_', 'dps_', 'dpc_', 'dpv_', 'dpi_', 'dpcode_']) {
      const line = written({ deep: { any: [`see ${prefix}${secret}`] } }, `and ${prefix}${secret}`)
      expect(line).not.to.include(secret)
      expect(line).to.include(`${prefix}…`)
    }
  })

  it('masks an Authorization header and the password of an address', () => {
    const line = written({ header: 'Bearer abcdefghijkl', url: 'postgres://svc:hunter22@db.example/svc' })
    expect(line).not.to.match(/abcdefghijkl|hunter22/)
    expect(JSON.parse(line)).to.include({ header: 'Bearer …', url: 'postgres://svc:…@db.example/svc' })
  })

  it('takes no longer for a path that is nearly an address', () => {
    expect(growth((size) => written({ path: `/${'a-'.repeat(size / 2)}` }), 20_000)).to.be.below(3)
  })

  it('leaves out what an error quotes: rows of the database, texts of participants', () => {
    const quoting = {
      detail: 'Failing row contains (msg_1, canary).',
      details: { current: 'canary' },
      where: 'canary',
      query: 'insert',
      parameters: ['canary'],
      constraint_name: 'post_pkey',
    }
    const line = written({ err: Object.assign(new Error('a row does not fit'), quoting) })
    expect(line).not.to.include('canary')
    expect(JSON.parse(line).err).to.include({ message: 'a row does not fit', constraint_name: 'post_pkey' })
    expect(JSON.parse(line).err.stack).to.be.a('string')
  })

  it('leaves out what an error within an error quotes, and what Redis was told', () => {
    const told = Object.assign(new Error('OOM command not allowed'), { command: { name: 'evalsha', args: ['canary'] } })
    const row = Object.assign(new Error('a row does not fit'), { detail: 'canary' })
    const itself = Object.assign(new Error('circular'), { previousErrors: [told] as Error[] })
    itself.previousErrors.push(itself)
    for (const err of [told, new AggregateError([row, told], 'several'), new Error('outer', { cause: row }), itself]) {
      const line = written({ err })
      expect(line).not.to.include('canary')
      expect(line).to.include(err.message)
    }
    expect(JSON.parse(written({ err: told })).err.command).to.deep.equal({ name: 'evalsha' })
  })

  it('masks what an error carries', () => {
    const line = written({ err: new Error(`refused dpa_${'x'.repeat(43)}`) })
    expect(line).to.include('refused dpa_…').and.not.to.include('xxx')
  })
})
