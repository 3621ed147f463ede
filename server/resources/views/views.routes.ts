import { preferences, views } from '#contract/views.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { readPreferences, setPreferences } from './preferences.repository.ts'
import { listViews } from './views.repository.ts'
import { addView, deleteView, editView } from './views.service.ts'

/** Answers the calls of contract/views.ts. */
export function viewRoutes(app: App, { db, bus }: Deps) {
  const tellStreams = () => bus.publish({ kind: 'views' })

  serve(app, views.list, async ({ list }, { actor }) => ({ message: 'Views', data: await listViews(db, list, actor) }))

  serve(app, views.save, async ({ view_id, ...fields }, { actor, write }) => {
    const answer = await write(async (db) =>
      view_id === undefined
        ? { message: 'View saved successfully.', data: await addView(db, fields, actor) }
        : { message: 'View updated successfully.', data: await editView(db, view_id, fields, actor) },
    )
    tellStreams()
    return answer
  })

  serve(app, views.delete, async ({ view_id }, { actor, write }) => {
    await write((db) => deleteView(db, view_id, actor))
    tellStreams()
    return { message: 'View removed successfully.' }
  })

  serve(app, preferences.get, async (_nothing, { actor }) => ({
    message: 'Preferences',
    data: { lists: await readPreferences(db, actor) },
  }))

  serve(app, preferences.set, async (fields, { actor, write }) => ({
    message: 'Preferences saved successfully.',
    data: await write((db) => setPreferences(db, fields, actor)),
  }))
}
