import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeZip, makePptx } from '#testing/decks.ts'
import { checkFile } from './checkFile.ts'
import { NOTES_LENGTH, slidesOfPages } from './speakerNotes.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-notes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function notesIn(deck: Buffer) {
  const path = join(folder, 'deck.pptx')
  await writeFile(path, deck)
  return (await checkFile(path, join(folder, 'anew.pptx'))).spoken
}

describe('speaker notes of a pptx', () => {
  it('are read slide by slide, in any script, and are empty for slides without notes', async () => {
    const deck = await makePptx([
      { title: 'One', notes: 'Breathe. Then say “A & B” <slowly>.\nSecond line' },
      { title: 'Two' },
      { title: 'Three', notes: '先讲增长，再讲团队 🚀', hidden: true },
    ])
    expect(await notesIn(deck)).toMatchObject([
      { slide: 1, hidden: false, text: 'Breathe. Then say “A & B” <slowly>.\nSecond line' },
      { slide: 2, hidden: false, text: '' },
      { slide: 3, hidden: true, text: '先讲增长，再讲团队 🚀' },
    ])
  })

  it('follow the order of the slides, not the names of the parts', async () => {
    const deck = await makePptx([
      { title: 'One', notes: 'first' },
      { title: 'Two', notes: 'second' },
    ])
    const turned = await changeZip(deck, parts => {
      const text = String(parts.get('ppt/presentation.xml'))
      const [one = '', two = ''] = text.match(/<p:sldId [^>]*>/g) ?? []
      parts.set('ppt/presentation.xml', text.replace(one, '@').replace(two, one).replace('@', two))
    })
    expect((await notesIn(turned)).map(slide => slide.text)).toEqual(['second', 'first'])
  })

  it('are counted once, also where sections name the slides again', async () => {
    const deck = await makePptx([{ title: 'One', notes: 'first' }, { title: 'Two' }])
    const inSections = await changeZip(deck, parts => {
      const text = String(parts.get('ppt/presentation.xml'))
      const again =
        '<p14:sldIdLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst>'
      parts.set('ppt/presentation.xml', text.replace('</p:presentation>', `${again}</p:presentation>`))
    })
    expect((await notesIn(inSections)).map(slide => slide.text)).toEqual(['first', ''])
    expect(await checkFile(join(folder, 'deck.pptx'), join(folder, 'anew.pptx'))).toMatchObject({ pages: 2 })
  })

  it('are cut where they are longer than anybody speaks, and a part beyond all measure is left out', async () => {
    const long = await makePptx([{ title: 'One', notes: '🚀'.repeat(NOTES_LENGTH) }])
    const [slide] = await notesIn(long)
    expect(slide?.text.length).toBeLessThanOrEqual(NOTES_LENGTH)
    expect(slide?.text.isWellFormed()).toBe(true)
    const huge = await makePptx([{ title: 'One', notes: 'x'.repeat(3 * 1024 ** 2) }])
    expect((await notesIn(huge))[0]?.text).toBe('')
  })

  it('end in time for a part that is made to keep a reader busy', async () => {
    const deck = await makePptx([{ title: 'One', notes: 'here' }])
    const began = performance.now()
    for (const filling of ['<p:sp ', '<p:sp><p:ph ', '<a:t ', '</p:sp', '<p:sp><p:ph type="body"/><a:t>']) {
      const hostile = await changeZip(deck, parts => {
        for (const name of parts.keys())
          if (name.startsWith('ppt/notesSlides/notesSlide')) parts.set(name, filling.repeat(1_900_000 / filling.length))
      })
      await notesIn(hostile)
    }
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('the notes of each page', () => {
  const slides = [
    { slide: 1, hidden: false, text: 'a' },
    { slide: 2, hidden: true, text: 'b' },
    { slide: 3, hidden: false, text: 'c' },
  ]
  it('are those of the slides that became pages; wrong ones are worse than none', () => {
    const notesOf = (pages: number) => slidesOfPages(slides, pages).map(({ text }) => text)
    expect(notesOf(2)).toEqual(['a', 'c'])
    expect(notesOf(3)).toEqual(['a', 'b', 'c'])
    expect(notesOf(4)).toEqual([])
  })
})
