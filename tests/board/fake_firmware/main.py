import glass.boot

glass.boot.run()
