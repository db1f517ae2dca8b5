import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { systemProgram } from '../../src/own_stores/system_program.ts'
import { seconds } from '../../src/rules/units.ts'
import { atTheEnd, prefix } from '../support/stores.ts'

/** One browser for each process of a run, started by the first suite that asks. */
export function browser(): Promise<Browser> {
  running ??= start()
  return running
}

/** How long anything in a browser may take: a busy machine is slow, and nothing here waits for time to pass. */
export const patience = seconds(40)

let running: Promise<Browser> | undefined

async function start(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-browser-`))
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
  const FONTCONFIG_FILE = join(folder, 'fonts.conf')
  writeFileSync(FONTCONFIG_FILE, fonts)
  const env = { ...process.env, FONTCONFIG_FILE } as Record<string, string>
  const started = await chromium.launch({ executablePath: executable(), args, env, timeout: patience })
  atTheEnd(() => started.close())
  return started
}

/** The system's letters are the same on every machine that has them: they decide what fits into a line. */
const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${['system-ui', 'sans', 'sans-serif'].map(systemLetters).join('\n')}
</fontconfig>`

/** A browser hears one list only: what playwright puts into its own, as far as it matters to one that shows nothing. */
const playwrights = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Pages that the address bar of each window keeps ready, which costs as much as the page that is tested. */
const popups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** No graphics card, no neighbours, nothing of its own on the network. */
const args = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${[...playwrights, ...popups].join(',')}`,
]

function systemLetters(name: string): string {
  return `<match target="pattern"><test name="family"><string>${name}</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Inter</string><string>Liberation Sans</string></edit></match>`
}

/** A browser of the system, or the distribution's, with letters to draw and pictures of faces. */
const executable = (): string =>
  systemProgram(
    {
      names: ['chromium', 'chromium-browser', 'google-chrome'],
      debian: ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'],
      elsewhere: { brew: '--cask chromium', apk: 'chromium', dnf: 'chromium', pacman: 'chromium' },
    },
    (line) => console.error(line),
  )
