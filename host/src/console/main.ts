void import(/* webpackChunkName: "shell" */ './bootstrap')
