import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no style asks for a variable that nothing sets, which would drop the whole declaration', () => {
  const files = globSync('{web,features,app}/**/*.{css,ts,tsx}').filter(file => !/\.test\.tsx?$/.test(file))
  const texts = files.map(file => ({ file, text: readFileSync(file, 'utf8') }))
  // in a style sheet, or by its name in quotes in the style of an element
  const set = new Set(
    texts.flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)\s*:|['"`](--[\w-]+)/g)].map(([, rule, quoted]) => rule ?? quoted),
    ),
  )
  const asked = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(asked.length).toBeGreaterThan(1000)
  // Mantine's own
  expect(asked.filter(({ name }) => !set.has(name) && !/^--(mantine|mb)-/.test(name))).toEqual([])
})

it('no class is defined by two style sheets, whose rules would mix once both pages have been opened', () => {
  const definedIn = new Map<string, Set<string>>()
  for (const file of globSync('{web,features,app}/**/*.css')) {
    const text = readFileSync(file, 'utf8').replace(/\/\*[^*]*\*\//g, '')
    for (const [, name = ''] of text.matchAll(/^\s*\.([\w-]+)(?:,|\s*\{)/gm))
      definedIn.set(name, (definedIn.get(name) ?? new Set()).add(file))
  }
  expect(definedIn.size).toBeGreaterThan(500)
  expect([...definedIn].filter(([, files]) => files.size > 1)).toEqual([])
})
