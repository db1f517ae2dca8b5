import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { StartError } from '../../src/own_stores/start_error.ts'
import { systemProgram } from '../../src/own_stores/system_program.ts'

describe('a program that the machine lacks', () => {
  const { PATH, NODE_ENV } = process.env
  const wanted = { names: ['svc-no-such-server'], debian: ['svc-no-such-package'], elsewhere: {} }
  let folder: string
  let said: string[]

  /** The only program on PATH is an apt-get that writes down what it is asked for, and installs it. */
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-path-'))
    said = []
    const program = join(folder, 'svc-no-such-server')
    const script = `#!/bin/sh\necho "$1" >>'${folder}/asked'\n[ "$1" = update ] || { : >'${program}'; /bin/chmod +x '${program}'; }\n`
    writeFileSync(join(folder, 'apt-get'), script)
    chmodSync(join(folder, 'apt-get'), 0o755)
    process.env['PATH'] = folder
  })
  afterEach(() => {
    process.env['PATH'] = PATH
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
    rmSync(folder, { recursive: true })
  })
  const find = (): string => systemProgram(wanted, (line) => said.push(line))

  it('is installed by root on Debian, which is said', function () {
    const about = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
    if (process.getuid?.() !== 0 || !/debian|ubuntu/.test(about)) this.skip()
    delete process.env['NODE_ENV']
    expect(find()).to.equal(join(folder, 'svc-no-such-server'))
    expect(readFileSync(join(folder, 'asked'), 'utf8')).to.equal('update\ninstall\n')
    expect(said).to.have.length(1)
  })

  it('is installed for nobody in production: the start ends and names the command', () => {
    process.env['NODE_ENV'] = 'production'
    expect(find).to.throw(StartError, /^No svc-no-such-server was found\. Run: .*install/)
    expect([existsSync(join(folder, 'asked')), said]).to.deep.equal([false, []])
  })
})
