import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Substitutes for fonts that decks use and servers seldom have. The system's default, DejaVu, is a sixth wider, which
 * changes line breaks; and for Chinese the system may choose Japanese glyphs.
 */
const substitutes: readonly (readonly [names: readonly string[], instead: readonly string[]])[] = [
  [
    ['Calibri', 'Calibri Light', 'Aptos', 'Aptos Display', 'Lato', 'Carlito'],
    ['Carlito', 'Liberation Sans'],
  ],
  [
    ['Cambria', 'Caladea', 'Georgia', 'Garamond', 'Palatino Linotype'],
    ['Caladea', 'Liberation Serif'],
  ],
  [
    [
      'Segoe UI',
      'Segoe UI Light',
      'Segoe UI Semibold',
      'Helvetica',
      'Helvetica Neue',
      'Verdana',
      'Tahoma',
      'Trebuchet MS',
    ].concat([
      'Century Gothic',
      'Gill Sans MT',
      'Roboto',
      'Open Sans',
      'Montserrat',
      'Poppins',
      'Inter',
      'SF Pro Display',
    ]),
    ['Liberation Sans'],
  ],
  [['Consolas', 'Menlo', 'Monaco', 'Lucida Console'], ['Liberation Mono']],
  [
    ['Microsoft YaHei', '微软雅黑', 'SimHei', '黑体', 'DengXian', '等线', 'PingFang SC', 'Source Han Sans SC'],
    ['Noto Sans CJK SC'],
  ],
  [
    ['SimSun', '宋体', 'NSimSun', 'FangSong', '仿宋', 'KaiTi', '楷体', 'STSong'],
    ['Noto Serif CJK SC', 'Noto Sans CJK SC'],
  ],
  [['Microsoft JhengHei', '微軟正黑體', 'PingFang TC', 'Heiti TC', 'Source Han Sans TC'], ['Noto Sans CJK TC']],
  [
    ['PMingLiU', '新細明體', 'MingLiU', '細明體', 'DFKai-SB', '標楷體'],
    ['Noto Serif CJK TC', 'Noto Sans CJK TC'],
  ],
]

const alias = (name: string, instead: readonly string[]) =>
  `<alias binding="same"><family>${name}</family><accept>${instead.map(f => `<family>${f}</family>`).join('')}</accept></alias>`

/** A fontconfig file: the system's configuration, and the substitutes for each font. */
export const fontsFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${substitutes.flatMap(([names, instead]) => names.map(name => alias(name, instead))).join('\n')}
</fontconfig>
`

/** Fonts that are asked for at most; a deck of more is one of samples. */
const MOST_ASKED = 60

/** Which fonts are drawn instead of these, by their names; those that the system has are left out. */
export async function fontsInstead(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const instead = new Map<string, string>()
  const file = join(folder, 'asked.conf')
  await writeFile(file, fontsFile)
  const env = { PATH: process.env['PATH'] ?? '', FONTCONFIG_FILE: file }
  for (const name of names.slice(0, MOST_ASKED)) {
    // a system without fontconfig's program says nothing of its fonts
    const found = await promisify(execFile)('fc-match', ['-f', '%{family}', name], { env, timeout: 5000 }).catch(
      () => undefined,
    )
    if (!found) return instead
    const families = found.stdout.split(',')
    const isThere = families.some(family => family.toLowerCase() === name.toLowerCase())
    if (!isThere && families[0]) instead.set(name, families[0])
  }
  return instead
}
