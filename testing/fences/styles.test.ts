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
