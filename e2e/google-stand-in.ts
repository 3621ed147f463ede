/**
 * Replaces the parts of the Google Maps script that the application uses. What the page asks of it is kept in
 * `window.asked`; maps draw their markers as buttons, `window.dragTo` drops the draggable one elsewhere, and
 * `window.clickAt` clicks the map.
 */
export const googleStandIn = String.raw`
(() => {
  const asked = (window.asked = [])
  class Events {
    listeners = {}
    addListener(name, listener) {
      ;(this.listeners[name] ??= new Set()).add(listener)
      return { remove: () => this.listeners[name].delete(listener) }
    }
    tell(name, event) { for (const listener of this.listeners[name] ?? []) listener(event) }
  }
  class LatLng {
    constructor(lat, lng) { this.at = typeof lat === 'object' ? { ...lat } : { lat, lng } }
    lat() { return typeof this.at.lat === 'function' ? this.at.lat() : this.at.lat }
    lng() { return typeof this.at.lng === 'function' ? this.at.lng() : this.at.lng }
    toJSON() { return { lat: this.lat(), lng: this.lng() } }
  }
  class Map extends Events {
    constructor(element, options) {
      super()
      asked.push(['map', options.mapId])
      this.element = element
      this.options = { zoom: 15, center: { lat: 0, lng: 0 }, ...options }
      setTimeout(() => this.tell('idle'), 50)
      window.clickAt = (lat, lng) => this.tell('click', { latLng: new LatLng(lat, lng), stop() {} })
    }
    getDiv() { return this.element }
    getCenter() { return new LatLng(this.options.center) }
    getZoom() { return this.options.zoom }
    getBounds() { return { toJSON: () => ({ south: -80, west: -179, north: 80, east: 179 }) } }
    getRenderingType() { return 'RASTER' }
    getMapCapabilities() { return { isAdvancedMarkersAvailable: true } }
    getHeading() { return 0 }
    getTilt() { return 0 }
    setOptions(options) { Object.assign(this.options, options) }
    setZoom(zoom) { this.options.zoom = zoom; this.tell('idle') }
    setCenter(center) { this.options.center = center }
    setMapTypeId() {}
    moveCamera(camera) { Object.assign(this.options, camera) }
    panTo(center) { this.options.center = center; asked.push(['panTo', center]) }
    fitBounds(bounds) { this.options.zoom = 4; asked.push(['fitBounds', bounds]) }
  }
  class AdvancedMarkerElement extends HTMLElement {
    #map = null
    events = new Events()
    set map(map) {
      this.#map = map
      if (!map) { this.remove(); return }
      this.role = 'button'
      this.onclick = () => this.dispatchEvent(new Event('gmp-click'))
      this.tabIndex = 0
      map.getDiv().append(this)
    }
    get map() { return this.#map }
    set gmpDraggable(draggable) {
      if (draggable) window.dragTo = (lat, lng) => this.events.tell('dragend', { latLng: new LatLng(lat, lng) })
    }
    set content(content) { if (content) this.append(content) }
    addListener(name, listener) {
      return this.events.addListener(name, listener)
    }
  }
  customElements.define('gmp-advanced-marker', AdvancedMarkerElement)
  class InfoWindow extends Events {
    setOptions(options) { this.options = options }
    setPosition() {}
    setContent(content) { this.content = content }
    setHeaderContent() {}
    open() { document.body.append(this.content ?? this.options?.content ?? '') }
    close() { this.content?.remove() }
    focus() {}
    set() {}
  }
  const reno = {
    lat: 39.5296, lng: -119.8138,
    parts: [['50', 'street_number'], ['West Liberty Street', 'route'], ['Reno', 'locality'], ['Washoe County', 'administrative_area_level_2'],
      ['Nevada', 'administrative_area_level_1'], ['United States', 'country'], ['89501', 'postal_code']],
  }
  const place = {
    location: new LatLng(reno.lat, reno.lng),
    addressComponents: reno.parts.map(([longText, type]) => ({ longText, types: [type] })),
    fetchFields: async (fields) => { asked.push(['fetchFields', fields]); return { place } },
  }
  const places = {
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async ({ input }) => {
        asked.push(['suggest', input])
        return { suggestions: [{ placePrediction: { text: { text: '50 West Liberty Street, Reno, NV, USA' }, toPlace: () => place } }] }
      },
    },
  }
  class Geocoder {
    async geocode({ location }) {
      asked.push(['geocode', location])
      const parts = [['1', 'street_number'], ['Virginia Street', 'route'], ...reno.parts.slice(2)]
      return { results: [{ formatted_address: '1 Virginia Street, Reno', address_components: parts.map(([long_name, type]) => ({ long_name, types: [type] })) }] }
    }
  }
  const libraries = {
    core: { LatLng, event: { trigger() {}, clearInstanceListeners() {}, removeListener(listener) { listener.remove() }, addListener: (on, name, listener) => on.addListener(name, listener) } },
    maps: { Map, InfoWindow, RenderingType: {}, MapTypeId: {} },
    marker: { AdvancedMarkerElement, PinElement: class {}, CollisionBehavior: {} },
    places,
    geocoding: { Geocoder },
  }
  const { __ib__: ready } = google.maps
  Object.assign(google.maps, libraries.core, libraries.maps, libraries.geocoding, {
    version: 'stand-in', Settings: { getInstance: () => ({}) }, marker: libraries.marker, places, ColorScheme: {}, Size: class { constructor(width, height) { Object.assign(this, { width, height }) } },
    importLibrary: async (name) => libraries[name] ?? {},
  })
  ready?.()
})()
`
