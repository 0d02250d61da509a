import { useMantineColorScheme } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answer } from '#contract/call.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { setLook, useLook } from '#web/theme/look.ts'

type Config = Answer<typeof profileCalls.getUserConfig>
/** What a person chooses about the look. */
export type Choice = Partial<Pick<Config, 'size' | 'theme_colour' | 'sidebar' | 'colour_scheme'>>

const useKey = () => ['userConfig', usePerson().user_id]

/** Has this browser look as the person chose in another one. */
export function useFollowingLook(): void {
  const { data } = useQuery({ queryKey: useKey(), queryFn: () => client.getUserConfig({}), staleTime: 300_000 })
  const { setColorScheme } = useMantineColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the account says is followed when it says it
  useEffect(() => {
    if (!data) return
    const { size, theme_colour, sidebar, colour_scheme } = data
    setLook({ size, theme_colour, sidebar })
    setColorScheme(colour_scheme)
  }, [data])
}

/** The look as it is, and the way to change it: at once here, then for the account. */
export function useLookChoice() {
  const queries = useQueryClient()
  const key = useKey()
  const look = useLook()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const saving = useMutation({
    mutationFn: (choice: Choice) => client.updateUserConfig(choice),
    onSuccess: config => queries.setQueryData(key, config),
  })
  function choose(choice: Choice) {
    const { colour_scheme, ...rest } = choice
    setLook(rest)
    if (colour_scheme) setColorScheme(colour_scheme)
    saving.mutate(choice)
  }
  return { look: { ...look, colour_scheme: colorScheme }, choose, saving }
}
