// Runs in <head> before any bundle: mobile redirect, root font size, hairlines, first colour of the page.
// Plain ES5, for it must run in the browsers that it sends away.
(function (window, document) {
  var root = document.documentElement
  var location = window.location

  function read(id) {
    var element = document.getElementById(id)
    try {
      return element ? JSON.parse(element.textContent) : null
    } catch (e) {
      return null
    }
  }

  function originOf(address) {
    var match = /^(https?:\/\/[^\/?#]+)/i.exec(address)
    return match ? match[1].toLowerCase() : ''
  }

  // Exact origins only; the same rule as pickEnvironment of the HTTP package.
  function environmentOf(config) {
    var list = (config && config.environments) || []
    var production = null
    for (var i = 0; i < list.length; i++) {
      var origins = list[i].origins || []
      if (list[i].name === 'production') production = list[i]
      for (var j = 0; j < origins.length; j++) {
        var local = origins[j] === 'localhost' && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(location.origin)
        if (local || origins[j] === location.origin) return list[i]
      }
    }
    return production
  }

  function staysHere() {
    var now = new Date().getTime()
    try {
      if (/[?&]pc=1(&|$)/.test(location.search)) {
        window.localStorage.setItem('stayOnDesktop', String(now + 86400000))
        return true
      }
      return Number(window.localStorage.getItem('stayOnDesktop') || 0) > now
    } catch (e) {
      return /[?&]pc=1(&|$)/.test(location.search)
    }
  }

  function isMobile() {
    var data = window.navigator.userAgentData
    if (data && typeof data.mobile === 'boolean') return data.mobile
    return /Mobi|iPhone|iPod|Android.*Mobile|HarmonyOS.*Mobile/i.test(window.navigator.userAgent) && !/iPad|Tablet/i.test(window.navigator.userAgent)
  }

  var environment = environmentOf(read('config'))
  var site = (environment && environment.mobileSite) || ''
  if (site && isMobile() && !staysHere()) {
    site = site.replace(/\/+$/, '')
    // A mobile site that is configured as this very origin would send the browser round for ever.
    if (originOf(site) && originOf(site) !== location.origin.toLowerCase()) {
      location.replace(site + location.pathname + location.search)
      return
    }
  }

  var ratio = window.devicePixelRatio || 1

  function setRootFont() {
    root.style.fontSize = root.clientWidth / 10 + 'px'
  }

  function setBodyFont() {
    document.body.style.fontSize = 12 * ratio + 'px'
    if (ratio < 2) return
    var probe = document.createElement('div')
    probe.style.cssText = 'border:.5px solid transparent;height:0;position:absolute'
    document.body.appendChild(probe)
    if (probe.offsetHeight === 1) root.classList.add('hairlines')
    document.body.removeChild(probe)
  }

  setRootFont()
  window.addEventListener('resize', setRootFont)
  window.addEventListener('pageshow', function (event) {
    if (event.persisted) setRootFont()
  })
  if (document.body) setBodyFont()
  else document.addEventListener('DOMContentLoaded', setBodyFont)

  // The colour of the first paint; the console's own theme takes over later.
  var theme = 'light'
  try {
    theme = (JSON.parse(window.localStorage.getItem('appearance') || '{}') || {}).theme || 'light'
  } catch (e) {
    theme = 'light'
  }
  if (theme === 'auto') theme = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-theme', theme === 'dark' ? 'dark' : 'light')
})(window, document)
