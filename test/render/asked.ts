import type { Me, PageAsked } from '../../src/render/page_arguments.ts'
import { untrusted } from '../../src/text/untrusted.ts'

/** What a template is told where nothing in particular is asked. */
export const someAsked: PageAsked = {
  assets: { style: '/assets/svc.css', page: '/assets/page.js' },
  origin: 'https://svc.example',
  now: Date.UTC(2026, 10, 22, 8, 30),
  key: () => 'a-key-of-this-form',
}

export const mara: Me = { id: 'usr_mara', kind: 'human', name: untrusted('Mara'), handle: 'mara', waits: 0 }
