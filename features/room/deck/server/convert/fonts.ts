/**
 * What stands in for fonts that decks name and servers seldom have. Left to itself the system takes DejaVu, which is a
 * sixth wider, so that lines break where they should not; and for Chinese it may take Japanese shapes.
 */
const standIns: readonly (readonly [names: readonly string[], instead: readonly string[]])[] = [
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

/** A fontconfig file: the system's own, and the stand-ins behind each font's own name. */
export const fontsFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${standIns.flatMap(([names, instead]) => names.map(name => alias(name, instead))).join('\n')}
</fontconfig>
`
