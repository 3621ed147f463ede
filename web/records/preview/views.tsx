import type { ComponentType } from 'react'
import type { Previewed, PreviewType } from '#contract/preview.ts'
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx'
import classes from './views.module.css'

type ViewProps<Type extends PreviewType> = {
  /** The record that is being written. */
  one: Previewed<Type>
  /** The others that the app shows, and how many of them come before it. */
  others: Previewed<Type>[]
  place: number
}

const inOrder = <Type extends PreviewType>({ one, others, place }: ViewProps<Type>) => others.toSpliced(place, 0, one)

/** A picture that owners see; where there is none yet, its place. */
function Picture({ address, className }: { address: string | null; className: string | undefined }) {
  if (!address) return <span className={`${className} ${classes.none}`}>No picture</span>
  return <img src={address} alt="" className={className} />
}

function SliderImages(props: ViewProps<'app_images'>) {
  const slides = inOrder(props)
  const { one, place } = props
  return (
    <>
      <Bar title="Home" />
      <Picture address={one.url} className={classes.slide} />
      <p className={classes.count}>{`${place + 1} of ${slides.length}`}</p>
      <ol className={classes.slides} aria-label="Slider images in order">
        {slides.map((slide, index) => (
          <li key={slide._id} aria-current={slide === one || undefined}>
            <Picture address={slide.url} className={classes.thumbnail} />
            <span>{index + 1}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

const AppMenus = (props: ViewProps<'menu_items'>) => (
  <>
    <Bar title="Menu" />
    <ol className={classes.menu} aria-label="App menus in order">
      {inOrder(props).map((item) => (
        <li key={item._id} aria-current={item === props.one || undefined}>
          <Picture address={item.icon} className={classes.icon} />
          <span>{item.title || 'No title yet'}</span>
        </li>
      ))}
    </ol>
  </>
)

const SocialMedia = (props: ViewProps<'social_medias'>) => (
  <>
    <Bar title="Follow us" />
    <ol className={classes.links} aria-label="Social media in order">
      {inOrder(props).map((link) => (
        <li key={link._id} aria-current={link === props.one || undefined}>
          <Picture address={link.icon} className={classes.logo} />
          <span>
            {link.name || 'No name yet'}
            <small>{link.url}</small>
          </span>
        </li>
      ))}
    </ol>
  </>
)

const CmsPage = ({ one: { title, content } }: ViewProps<'cms_pages'>) => (
  <>
    <Bar title={title || 'No title yet'} />
    <ReadText html={content} />
  </>
)

/** A page of a manual, as the app shows it. */
export const ManualPage = ({
  one,
}: {
  one: Pick<Previewed<'manual_pages'>, 'name' | 'topic' | 'subtopic' | 'content'>
}) => (
  <>
    <Bar title={one.name || 'Manual'} />
    <div className={classes.heading}>
      <p>{one.topic}</p>
      <h2>{one.subtopic}</h2>
    </div>
    <ReadText html={one.content} />
  </>
)

const Bar = ({ title }: { title: string }) => <h1 className={classes.bar}>{title}</h1>

const ReadText = ({ html }: { html: string }) => (
  <div className={classes.text}>
    {html ? <RichTextView html={html} /> : <p className={classes.empty}>No text yet.</p>}
  </div>
)

type AnyView = ComponentType<ViewProps<never>>

/** How the app shows each kind of record. */
export const previewViews: Record<PreviewType, AnyView> = {
  app_images: SliderImages as AnyView,
  menu_items: AppMenus as AnyView,
  social_medias: SocialMedia as AnyView,
  cms_pages: CmsPage as AnyView,
  manual_pages: ManualPage as AnyView,
}
