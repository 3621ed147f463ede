import { waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { Column } from '#contract/kind.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'
import { listPathOf } from '#web/records/change/record-words.ts'
import type { ListScreen } from '#web/records/record/list-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { routes } from './routes.tsx'

type Shown = Pick<Parameters<typeof ListScreen>[0], 'name' | 'columns'>

const listScreen = vi.hoisted(() => vi.fn<(shown: Shown) => null>(() => null))
vi.mock('#web/records/record/list-screen.tsx', () => ({ ListScreen: listScreen }))

const flat = (routes: RouteObject[]): RouteObject[] => routes.flatMap((route) => [route, ...flat(route.children ?? [])])

async function screenAt(path: string) {
  const { lazy } = flat(routes).find((route) => route.path === path) ?? {}
  const { Component } = (await (lazy as () => Promise<{ Component: ComponentType }>)()) ?? {}
  return <Component />
}

const NOT_SHOWN = ['hidden', 'secret', 'picture', 'file', 'rich_text']

/** What the screens do not show in a column. */
const exceptions: Partial<Record<RecordType, string[]>> = {
  // Only decides whether an owner can sign in.
  users: ['email_confirmed'],
  // The map shows them.
  dealers: ['latitude', 'longitude'],
}

// Sent messages are listed beside the form for a new one, by code of their own.
it.each(recordTypes.filter((type) => listPathOf(type) && type !== 'notifications'))(
  'the list of %s shows every column of the description',
  async (type) => {
    fakeApi()
    const path = listPathOf(type) as string
    renderScreen(await screenAt(path), { path })
    await waitFor(() => expect(listScreen).toHaveBeenCalledWith(expect.objectContaining({ name: type }), undefined))
    const shown = listScreen.mock.lastCall?.[0].columns.map(({ field }) => field)
    const described = Object.entries<Column>(kinds[type].columns).filter(([, { type }]) => !NOT_SHOWN.includes(type))
    const fields = described.map(([name, { wire = name, shownAs = wire }]) => shownAs)
    expect(fields.filter((field) => !shown?.includes(field))).toEqual(exceptions[type] ?? [])
  },
)
