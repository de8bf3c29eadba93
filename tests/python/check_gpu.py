"""Batch(device="cuda") plays what Batch() plays, bit for bit, through Python: every array, several kinds of options. Run with the package
`zashiki` to be imported. Without a GPU it prints the sentence that says so and ends with 77. It needs numpy and, to read the GPU's memory,
nothing but the driver; where there is PyTorch with a GPU, its tensors are tried, too. tests/stand_in_driver.c can be the driver."""
import ctypes
import gc
import random
import sys

import numpy
import zashiki
from zashiki import _core

SLOTS = 45  # at most 64 with the stand-in
NAMES = ("observation", "actor", "legal_at", "stream", "reward", "terminated", "truncated", "final_points")
TRIED = [
    ("sketch", {"edition": "fr"}, {}),
    ("sketch", {}, {"observe": "table", "seats": "all", "reset": "none", "reward": "points"}),
    ("yokai", {"players": 2}, {"observe": "all", "limit": 40}),
    ("yokai", {"players": 4}, {}),
    ("yotei", {"players": 3}, {"out_of_turn": True, "seats": "all"}),
    ("yotei", {}, {"observe": "table", "reward": "points"}),
]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32), ("dimensions", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class Driver:
    """Reads and writes the memory of the GPU."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.context = ctypes.c_void_p()
        assert self.library.cuDevicePrimaryCtxRetain(ctypes.byref(self.context), 0) == 0

    def copy(self, there, here, back):
        assert self.library.cuCtxPushCurrent_v2(self.context) == 0
        size, there, here = ctypes.c_size_t(here.nbytes), ctypes.c_uint64(there), here.ctypes.data_as(ctypes.c_void_p)
        went = self.library.cuMemcpyDtoHAsync_v2(here, there, size, None) if back else self.library.cuMemcpyHtoDAsync_v2(there, here, size, None)
        assert went == 0 and self.library.cuStreamSynchronize(None) == 0
        assert self.library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p())) == 0

    def read(self, array):
        tensor = tensor_of(array.__dlpack__(stream=1))
        kind = {(0, 8): "int8", (0, 32): "int32", (1, 8): "uint8", (1, 32): "uint32", (1, 64): "uint64", (2, 32): "float32", (6, 8): "bool"}
        here = numpy.empty([tensor.shape[i] for i in range(tensor.dimensions)], kind[tensor.code, tensor.bits])
        if here.nbytes:
            self.copy(tensor.data, here, True)
        return here

    def write(self, array, values):
        self.copy(tensor_of(array.__dlpack__()).data, values, False)


def tensor_of(capsule):
    ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
    ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    copy = Tensor.from_address(ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor"))
    copy.kept = capsule
    assert (copy.device_type, copy.device, copy.lanes, copy.offset) == (2, 0, 1, 0)
    return copy


def refused(error, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except error as what:
        return str(what)
    raise AssertionError(f"{function} took {arguments}")


def compare(driver, here, there, what):
    used = here.moves
    assert used == there.moves, what
    for name in NAMES:
        a, b = getattr(here, name), driver.read(getattr(there, name))
        if name == "final_points":  # written where a game ended
            ended = here.terminated | here.truncated
            a, b = a[ended], b[ended]
        assert a.dtype == b.dtype and a.shape == b.shape and (a == b).all(), (name, *what)
    for name in ("legal", "legal_feature"):
        assert (getattr(here, name)[:used] == driver.read(getattr(there, name))[:used]).all(), (name, *what)


def check_streams(driver, game, options, words):
    more = {"seed": 11, "options": options, "arrays": ("final_points",), **words}
    here, there = zashiki.Batch(game, SLOTS, **more), zashiki.Batch(game, SLOTS, device="cuda", **more)
    first_lists, first_room, choice, ended = there.legal, there.legal_room, random.Random(5), 0
    for name in ("reward", "terminated", "truncated"):  # before the first step they hold anything
        driver.write(getattr(there, name), getattr(here, name))
    compare(driver, here, there, (game, words, "at first"))
    for step in range(120):
        if step % 2:
            here.choose(step)
            there.choose(step)
        else:
            for i in range(SLOTS):
                here.action[i] = choice.randrange(max(1, int(here.legal_at[i + 1]) - int(here.legal_at[i])))
            driver.write(there.action, here.action)
        if step == 7:
            wrong = here.action.copy()
            wrong[9] = 10 ** 6
            driver.write(there.action, wrong)
            assert refused(ValueError, there.step).startswith("Slot 9: ") and refused(ValueError, here.step, wrong).startswith("Slot 9: ")
            if words.get("seats") != "all":
                assert (driver.read(there.observe_as("all")) == here.observe_as("all")).all()
            driver.write(there.action, here.action)
        here.step()
        there.step(*([there.action] if step % 3 else []))
        if step == 40:
            which = numpy.array([choice.random() < 0.5 for _ in range(SLOTS)], bool)
            driver.write(there.truncated, which)  # memory there, for what is no action
            here.next(which)
            there.next(there.truncated)
            driver.write(there.truncated, here.truncated)
        ended += int((here.terminated | here.truncated).sum())
        compare(driver, here, there, (game, words, step))
    assert ended or game == "yotei"
    assert there.legal_room >= there.moves and (there.legal_room == first_room) == (there.legal is first_lists)
    driver.read(first_lists)  # where they were is memory still
    here.restart(12), there.restart(12)
    here.step(0 * here.action)
    driver.write(there.action, 0 * here.action)
    there.step()
    compare(driver, here, there, (game, words, "again"))
    assert here.random_games(30, seed=3, first=5) == there.random_games(30, seed=3, first=5), game
    kept = there.observation
    shape = driver.read(kept).shape
    del there, first_lists
    gc.collect()
    assert driver.read(kept).shape == shape  # the array keeps the batch


def check_refusals(driver):
    there = zashiki.Batch("sketch", SLOTS, seed=1, device="cuda")
    assert there.observation.__dlpack_device__() == (2, 0) and isinstance(there.observation, _core.Array)
    assert "DLPack" in refused(BufferError, memoryview, there.observation)
    assert "Stream 0" in refused(ValueError, there.actor.__dlpack__, stream=0)
    for stream in (-1, 1, 2, None):
        there.actor.__dlpack__(stream=stream)
    assert "another device" in refused(BufferError, there.actor.__dlpack__, dl_device=(1, 0))
    there.actor.__dlpack__(dl_device=(2, 0))
    for action in (numpy.zeros(SLOTS, numpy.int32), [0] * SLOTS, there.reward, there.legal_at, there.actor):
        assert refused(ValueError, there.step, action) == f"Actions as int32 [{SLOTS}] in the memory of GPU 0, one after the other, are wanted."
    assert "uint8 or bool" in refused(ValueError, there.next, there.action)
    assert "cannot save" in refused(ValueError, there.save) and "cannot load" in refused(ValueError, there.load)
    for call in (there.view, there.resample, there.playout):
        assert refused(ValueError, call, 1).startswith("A batch on a GPU cannot ")
    for words in ({"arrays": ("mask",)}, {"arrays": ("final_observation",)}, {"given": {"reward": numpy.zeros((4, 2), "f")}},
                  {"legal_room": 9}, {"action": "dense"}):
        assert "GPU" in refused(ValueError, zashiki.Batch, "sketch", 4, device="cuda", **words), words
    assert "no GPU of that number" in refused(ValueError, zashiki.Batch, "sketch", 4, device="cuda:77")
    assert "device is" in refused(ValueError, zashiki.Batch, "sketch", 4, device="tpu")
    driver.read(there.observation)


def check_torch():
    """Tensors over the arrays, actions made by PyTorch on another stream than the usual one."""
    import torch
    here, there = (zashiki.Batch("yokai", 3000, seed=2, device=device) for device in ("cpu", "cuda"))
    seen, at = torch.from_dlpack(there.observation), torch.from_dlpack(there.legal_at).view(torch.int32)
    assert seen.device.type == "cuda" and seen.data_ptr() == torch.from_dlpack(there.observation).data_ptr()
    with torch.cuda.stream(torch.cuda.Stream()):
        for step in range(60):
            torch.cuda._sleep(2_000_000)  # so that the actions are late
            action = (torch.full((3000,), 7919 * step, device="cuda") % (at[1:] - at[:-1]).clamp(min=1)).int()
            there.step(action)
            here.step(action.cpu().numpy())
            assert (seen.cpu().numpy() == here.observation).all()
            rows = torch.from_dlpack(there.legal_feature)[:there.moves]
            assert (rows.cpu().numpy() == here.legal_feature[:here.moves]).all()
            assert (torch.from_dlpack(there.observe_as("all")).cpu().numpy() == here.observe_as("all")).all()
    assert torch.from_dlpack(there.terminated).dtype == torch.bool
    assert "int32" in refused(ValueError, there.step, action.long()) and "wanted" in refused(ValueError, there.step, action[:5])
    assert "wanted" in refused(ValueError, there.step, action.cpu())


def main():
    try:
        name = zashiki.Batch("sketch", 1, device="cuda")._it.name
    except ValueError as why:
        print(why)
        return 77
    driver = Driver()
    for one in TRIED:
        check_streams(driver, *one)
    check_refusals(driver)
    try:
        import torch
        torch_there = torch.cuda.is_available()
    except ImportError:
        torch_there = False
    if torch_there:
        check_torch()
    print(f"the same games on {name}" + (", and PyTorch's tensors" if torch_there else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
