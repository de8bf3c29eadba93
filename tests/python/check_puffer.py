"""What PufferLib expects of an environment, whoever gives the buffers: used with stand-ins and with the real package."""
import numpy


def check(environment, game, **options):
    """Steps through games in given buffers; every array stays where it is and says what a Batch says."""
    import zashiki
    count, steps = 5, 300
    for masked in (True, False):
        env = environment(game, count, masked=masked, **options)
        given = {name: getattr(env, name) for name in ("observations", "rewards", "terminals", "truncations", "masks", "actions")}
        shadow = {name: array.copy() for name, array in given.items()}
        env = environment(game, count, masked=masked, buf=shadow, **options)
        batch = zashiki.Batch(game, count, seed=9, seats="all", action="dense" if env.dense else "place",
                              arrays=("mask",) if env.dense else (), options=options)
        seats, size = env.seats, env.size
        observations, infos = env.reset(9)
        assert observations is shadow["observations"] and infos == []
        random, games = numpy.random.RandomState(1), 0
        for _ in range(steps):
            seen = observations.reshape(count, seats, -1)
            assert (seen[:, :, :size] == batch.observation).all()
            assert (env.masks.reshape(count, seats).argmax(axis=1) == batch.actor).all() and env.masks.sum() == count
            legal = batch.mask if env.dense else numpy.arange(env.actions_count) < numpy.diff(batch.legal_at.astype(int))[:, None]
            if masked:
                assert (seen[numpy.arange(count), batch.actor, size:] == legal).all()
            # Half of the actions are any numbers, legal or not.
            wild = random.randint(0, env.actions_count, (count, seats)).astype(numpy.int32)
            meant = numpy.array([row[number] if row[number] else 0 for row, number in zip(legal, wild[numpy.arange(count), batch.actor])])
            observations, rewards, terminals, truncations, infos = env.step(wild.reshape(-1))
            chosen = env.batch.action
            assert (legal[numpy.arange(count), chosen] == 1).all()
            kept = wild[numpy.arange(count), batch.actor]
            assert (chosen[meant == 1] == kept[meant == 1]).all()
            batch.step(chosen)
            assert (rewards.reshape(count, seats) == batch.reward).all()
            assert (terminals.reshape(count, seats) == batch.terminated[:, None]).all() and not truncations.any()
            games += int(batch.terminated.sum())
            assert sum(info["games"] for info in infos) == batch.terminated.sum()
        assert games > 3, games
        assert all(getattr(env, name) is array for name, array in shadow.items())
