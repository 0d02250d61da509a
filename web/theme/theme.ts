import {
  ActionIcon,
  Alert,
  Anchor,
  Avatar,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  Loader,
  type MantineColorsTuple,
  type MantineThemeOverride,
  Modal,
  mergeThemeOverrides,
  Skeleton,
  Table,
  Text,
  Tooltip,
} from '@mantine/core'
import type { Look } from '#contract/look.ts'
import { ButtonRoot } from './ButtonRoot.tsx'
import { accents, palette } from './palette.ts'

/** One that is given as a link or another component stays what it is. */
const root = { component: ButtonRoot }

/** The soft ground and the ink of a state, as StateBadge has them. */
const tones: Partial<Record<string, readonly [ground: string, ink: string]>> = {
  accent: ['var(--accent-soft)', 'var(--accent-text)'],
  blue: ['var(--accent-soft)', 'var(--accent-text)'],
  green: ['var(--good-soft)', 'var(--good)'],
  yellow: ['var(--warn-soft)', 'var(--warn)'],
  orange: ['var(--warn-soft)', 'var(--warn)'],
  red: ['var(--bad-soft)', 'var(--bad)'],
}

/** The head of a dialog is a <header>, which a screen reader would take for that of the page. */
const noBanner = { header: { role: 'presentation' } }

/** The console's look: body text 14, spaces on the 8 px grid, one accent. CONST-038, CONST-039 */
export const theme = createTheme({
  fontFamily: 'var(--face)',
  fontFamilyMonospace: 'var(--face-mono)',
  headings: {
    fontFamily: 'var(--face)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
      h4: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  colors: {
    accent: [...palette.blue],
    blue: [...palette.blue],
    green: [...palette.green],
    red: [...palette.red],
    gray: [...palette.gray],
    dark: [...palette.dark],
  },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: root }),
    Alert: Alert.extend({
      vars: (_, { color, variant }) => {
        const tone = (variant ?? 'light') === 'light' && tones[color ?? 'accent']
        if (!tone) return { root: {} }
        return { root: { '--alert-bg': tone[0], '--alert-color': tone[1], '--alert-bd': '1px solid transparent' } }
      },
      classNames: { message: 'alert-message' },
    }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Avatar: Avatar.extend({
      vars: () => ({ root: { '--avatar-bg': 'var(--accent-soft)', '--avatar-color': 'var(--accent-text)' } }),
    }),
    Button: Button.extend({ defaultProps: { ...root, size: 'sm' } }),
    Drawer: Drawer.extend({
      defaultProps: { position: 'right', size: 560, padding: 'lg', attributes: noBanner },
      classNames: { title: 'dialog-title' },
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    }),
    Loader: Loader.extend({ defaultProps: { type: 'dots' } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, padding: 'lg', overlayProps: { backgroundOpacity: 0.45 }, attributes: noBanner },
      classNames: { title: 'dialog-title' },
    }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 0, horizontalSpacing: 'sm' } }),
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } },
    }),
  },
})

/** [CONST-038] How large controls are by default in each size; a row of a table follows look.css. */
const controls = { medium: ['sm', 'sm'], small: ['xs', 'xs'], mini: ['compact-sm', 'xs'] } as const

/** The theme in the accent and the size that a person has chosen. */
export function themeOf({ theme_colour, size }: Pick<Look, 'theme_colour' | 'size'>): MantineThemeOverride {
  const [button, input] = controls[size]
  const field = { defaultProps: { size: input } }
  return mergeThemeOverrides(theme, {
    colors: { accent: [...accents[theme_colour]] as unknown as MantineColorsTuple },
    components: {
      Button: { defaultProps: { size: button } },
      ...Object.fromEntries(fields.map(name => [name, field])),
    },
  })
}

const fields = [
  'TextInput',
  'Textarea',
  'Select',
  'NativeSelect',
  'MultiSelect',
  'NumberInput',
  'PasswordInput',
  'TagsInput',
  'DateInput',
  'DatePickerInput',
  'TimeInput',
  'FileInput',
  'SegmentedControl',
]

/** Mantine's own choices that fall short of a contrast of 4.5 to 1, or differ from tokens.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--ink-quiet)',
    '--mantine-color-placeholder': '#687182',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-default-border': '#d3d8e0',
  },
  dark: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--ink-quiet)',
    '--mantine-color-placeholder': 'var(--ink-quiet)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent-text)',
  },
})
