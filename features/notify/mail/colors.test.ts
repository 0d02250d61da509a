import { describe, expect, it } from 'vitest'
import { contrast, inkOn, standingOut } from './colors.ts'
import { mailPage } from './server/mailPage.ts'

const grounds = ['#ffffff', '#1d232a']
const colors = ['#ffffff', '#000000', '#ffff00', '#2a57b6', '#777777', '#00ff88', '#101820', '#c8102e', '#7f7f7f']

describe('the color of an organization', () => {
  it.each(colors)('%s stands out from light and dark grounds, and so do the words on it', color => {
    for (const ground of grounds) {
      const shown = standingOut(color, ground)
      expect(contrast(shown, ground)).toBeGreaterThanOrEqual(3)
      expect(contrast(shown, inkOn(shown))).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('stays what it is where it can be read', () => {
    expect(standingOut('#c8102e', '#ffffff')).toBe('#c8102e')
  })
  it('is that of the button in both forms of a mail', () => {
    const page = { language: 'en', title: 'T', paragraphs: [], footer: [] } as const
    const button = { label: 'Join', url: 'https://x.example/' }
    const brand = { name: 'Quill', hasLogo: false, color: '#ffff00' }
    const { html } = mailPage({ ...page, button }, { brand })
    expect(html).toContain(`background:${standingOut('#ffff00', '#ffffff')};color:`)
    expect(html).toContain(`.act{background:#ffff00!important;color:#0d1420!important}`)
  })
})
